const maxSuggestions = 3

/**
 * Returns the names that the input may have meant, nearest first, at most three: those that end with the input
 * (`itemsPerPage`), and those a few letters away.
 */
export function findNearestNames(input: string, names: readonly string[]): string[] {
  const lowerCased = input.toLowerCase()
  const maxEdits = Math.max(2, Math.floor(lowerCased.length / 4))
  return names
    .map((name) => ({ name, edits: editsToAnyEnd(lowerCased, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

/** Returns the fewest edits from the input to the name or to the part after one of its dots. */
function editsToAnyEnd(input: string, name: string): number {
  const parts = name.split('.')
  return Math.min(...parts.map((_, first) => editDistance(input, parts.slice(first).join('.'))))
}

/** Returns how many letters must be inserted, removed or replaced to turn one word into the other (Levenshtein). */
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
