/**
 * Returns the path of a text that no database column can hold: one with a NUL character or an unpaired surrogate.
 * Undefined when there is none.
 */
export function findInvalidDbText(input: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed() ? path : undefined
  if (typeof input !== 'object' || input === null) return undefined
  for (const [name, value] of Object.entries(input)) {
    const invalidPath = findInvalidDbText(name, path) ?? findInvalidDbText(value, [...path, name])
    if (invalidPath) return invalidPath
  }
  return undefined
}
