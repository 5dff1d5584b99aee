/**
 * Normalises an identifier for comparison and storage: in capitals, without the spaces of any kind, dots, dashes and
 * invisible characters that people, letters and copied documents put between its groups.
 */
export function compactIdentifier(text: string): string {
  return text.replace(/[\s\p{Dash_Punctuation}\p{Format}.]/gu, '').toUpperCase()
}
