/** The name itself, or with the first number behind it that makes it new: `claude`, `claude-2`. */
export function freeName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let next = 2; isTaken(name); next++) name = `${base}-${next}`;
  return name;
}
