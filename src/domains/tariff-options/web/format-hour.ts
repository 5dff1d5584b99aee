/** Formats an hour as two digits with its unit: `08h`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}h`
}
