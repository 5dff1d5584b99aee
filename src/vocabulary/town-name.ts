/**
 * The name of a municipality in the order in which it is read. Lists of the statistics institute put the article behind, so
 * that they can be sorted: `Escala, L'` is L'Escala, `Alqueries, les/Alquerías del Niño Perdido` les Alqueries.
 */
export function townName(listed: string): string {
  return listed.split('/').map(withArticleFirst).join('/')
}

function withArticleFirst(name: string): string {
  const match = /^(.+), (A|As|El|Els|Es|L'|La|Las|Les|Los|O|Os|Sa|Ses)$/i.exec(name.trim())
  if (!match) return name.trim()
  const [, noun, article] = match
  return article!.endsWith("'") ? `${article}${noun}` : `${article} ${noun}`
}
