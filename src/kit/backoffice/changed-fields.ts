/** A field that differs: its path, joined by dots, and the current value as text. */
export type ChangedField = { path: string; text: string }

/**
 * Returns the fields that differ, with their current values. Fields present in only one of the two objects are left
 * out.
 */
export function findChangedFields(seen: object, current: object, parentPath: readonly string[] = []): ChangedField[] {
  return Object.entries(current).flatMap(([name, value]) => {
    if (name === 'version' || !(name in seen)) return []
    const before = (seen as Record<string, unknown>)[name]
    if (JSON.stringify(before) === JSON.stringify(value)) return []
    const path = [...parentPath, name]
    return haveSameShape(before, value)
      ? findChangedFields(before, value, path)
      : [{ path: path.join('.'), text: textOf(value) }]
  })
}

/** Checks whether two values are compared member by member: objects, and lists of equal length. */
function haveSameShape<Value>(before: unknown, value: Value): before is object & Value {
  if (Array.isArray(before) && Array.isArray(value)) return before.length === value.length
  return isRecord(before) && isRecord(value)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return isRecord(value) ? Object.values(value).map(textOf).join(', ') : String(value)
}
