/**
 * Where in something received a text stands that no database column holds: one with a zero character, or with half of a
 * character outside the basic plane. Undefined when there is none.
 */
export function unstorableIn(received: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof received === 'string') return received.includes('\0') || !received.isWellFormed() ? path : undefined
  if (typeof received !== 'object' || received === null) return undefined
  for (const [name, value] of Object.entries(received)) {
    const found = unstorableIn(name, path) ?? unstorableIn(value, [...path, name])
    if (found) return found
  }
  return undefined
}
