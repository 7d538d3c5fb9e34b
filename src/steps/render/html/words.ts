/** `1 h 26 min 58 s`, `43 s`. */
export function longDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "min"],
    [whole % 60, "s"],
  ];
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.length === 0 ? `${seconds > 0 ? Math.round(seconds * 10) / 10 : 0} s` : shown.join(" ");
}
