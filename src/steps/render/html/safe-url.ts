/** An address that a page may link to: http, https and mailto only. Undefined for everything else. */
export function safeUrl(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  // Browsers ignore spaces and controls within a scheme, so an address that has any is refused outright.
  if (/[\s\p{Cc}\p{Cf}"'<>\\`]/u.test(address)) return undefined;
  return /^(?:https?:\/\/|mailto:)[^/]/i.test(address) ? address : undefined;
}
