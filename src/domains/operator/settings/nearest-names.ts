const suggestions = 3

/**
 * The names that somebody who typed this may have meant, nearest first, at most three: those that end as typed
 * (`itemsPerPage`), and those a few letters away.
 */
export function nearestNames(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase()
  const mostEdits = Math.max(2, Math.floor(wanted.length / 4))
  return names
    .map((name) => ({ name, edits: editsToAnyEnd(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, suggestions)
    .map(({ name }) => name)
}

/** The fewest edits from what was typed to the name or to what follows one of its dots. */
function editsToAnyEnd(typed: string, name: string): number {
  const parts = name.split('.')
  return Math.min(...parts.map((_, first) => editDistance(typed, parts.slice(first).join('.'))))
}

/** How many letters must be put in, taken out or replaced to make one word of the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const replacing = row[column]! + (letter === other ? 0 : 1)
      next.push(Math.min(replacing, row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
