/** Returns a name with a capital first letter, as at the beginning of a line: `Octubre de 2026`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
