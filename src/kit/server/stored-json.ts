import { LRUCache } from 'lru-cache'

/**
 * Returns a JSON value with the members of its objects in the order in which a `jsonb` column returns them: shorter names
 * first, then by their letters. Names are ASCII.
 */
export function inStoredOrder<Json>(value: Json): Json {
  if (Array.isArray(value)) return value.map(inStoredOrder) as Json
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  const ordered: Record<string, unknown> = {}
  for (const name of inOrder(Object.keys(members))) ordered[name] = inStoredOrder(members[name])
  return ordered as Json
}

// Most objects have the same names as one before.
const orders = new LRUCache<string, readonly string[]>({ max: 500 })

function inOrder(names: readonly string[]): readonly string[] {
  // The database stores no name with this character.
  const key = names.join('\0')
  const known = orders.get(key)
  if (known) return known
  const ordered = names.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  orders.set(key, ordered)
  return ordered
}
