import { type Desk, type DeskRequest, openDesk } from "./open-desk.ts";

/** A commit of the change: its head, its base, or the head of the previous round. */
export type DeskSide = "head" | "base" | "previous";

/** The desks of the commits of a change, for programs that we run ourselves. */
export interface DeskSides {
  get(side: DeskSide): Promise<Desk>;
  close(): Promise<void>;
}

/** What the desks are made from, and the head of the previous round, if there is one. */
export type SidesRequest = Omit<DeskRequest, "bundle" | "side"> & { readonly previous?: string | undefined };

/** The desks, each opened when it is first needed. The name of a desk ends with its side. */
export function openSides({ previous, ...request }: SidesRequest): DeskSides {
  const opened = new Map<DeskSide, Promise<Desk>>();
  const open = (side: DeskSide): Promise<Desk> => {
    const desk = { ...request, reviewer: `${request.reviewer}-${side}`, bundle: [] };
    if (side !== "previous") return openDesk({ ...desk, side });
    return previous === undefined
      ? Promise.reject(new Error("there is no previous round"))
      : openDesk({ ...desk, head: previous, base: undefined });
  };
  return {
    get(side) {
      const known = opened.get(side) ?? open(side);
      opened.set(side, known);
      return known;
    },
    async close() {
      for (const one of await Promise.allSettled(opened.values()))
        if (one.status === "fulfilled") await one.value.close();
    },
  };
}
