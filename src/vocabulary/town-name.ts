/**
 * Formats the name of a municipality in reading order. Lists of the statistics institute put the article last for
 * sorting: `Escala, L'` is L'Escala, `Alqueries, les/Alquerías del Niño Perdido` les Alqueries.
 */
export function formatTownName(listedName: string): string {
  return listedName.split('/').map(moveArticleFirst).join('/')
}

function moveArticleFirst(name: string): string {
  const match = /^(.+), (A|As|El|Els|Es|L'|La|Las|Les|Los|O|Os|Sa|Ses)$/i.exec(name.trim())
  if (!match) return name.trim()
  const [, noun, article] = match
  return article!.endsWith("'") ? `${article}${noun}` : `${article} ${noun}`
}
