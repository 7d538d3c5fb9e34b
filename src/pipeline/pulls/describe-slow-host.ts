/** The note for the user while a host does not answer. Attempts count from 1. */
export function describeSlowHost(host: string, attempt: number): string {
  const again = attempt === 1 ? "" : `, trying again (attempt ${attempt})`;
  return `No answer from ${host} yet${again}`;
}
