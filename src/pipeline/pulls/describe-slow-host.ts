/** What the user is told while a host does not answer; tries are counted from 1. */
export function describeSlowHost(host: string, attempt: number): string {
  const again = attempt === 1 ? "" : `, trying again (${attempt}. try)`;
  return `No answer from ${host} yet${again}`;
}
