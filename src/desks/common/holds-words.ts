/** Whether every word that was typed stands somewhere in a text, however either is accented; nothing typed is in any. */
export function holdsWords(text: string, typed: string): boolean {
  return plain(typed)
    .split(/\s+/)
    .every((word) => plain(text).includes(word))
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
