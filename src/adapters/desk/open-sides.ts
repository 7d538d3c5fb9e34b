import { type Desk, type DeskRequest, openDesk } from "./open-desk.ts";

/** A side of the change. */
type Side = "head" | "base";

/** The desks of both sides of a change, for programs that we run ourselves. */
export interface DeskSides {
  get(side: Side): Promise<Desk>;
  close(): Promise<void>;
}

/** The desks of both sides, each opened when it is first needed. The name of a desk ends with its side. */
export function openSides(request: Omit<DeskRequest, "bundle" | "side">): DeskSides {
  const opened = new Map<Side, Promise<Desk>>();
  const open = (side: Side): Promise<Desk> =>
    openDesk({ ...request, reviewer: `${request.reviewer}-${side}`, bundle: [], side });
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
