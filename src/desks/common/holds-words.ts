/** Whether every word that was typed stands somewhere in a text, however either is accented; nothing typed is in any. */
export function holdsWords(text: string, typed: string): boolean {
  return wordsIn(typed).every((word) => plain(text).includes(word))
}

/** The words that were typed, as they are looked for: small, and without accents. */
export function wordsIn(typed: string): string[] {
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
