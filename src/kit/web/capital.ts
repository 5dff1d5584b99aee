/** A name as it stands at the beginning of a line: `Octubre de 2026`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
