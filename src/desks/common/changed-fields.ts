/** A member that is not what it was: where it stands, parts joined by dots, and what stands there now, as text. */
export type ChangedField = { path: string; text: string }

/** What stands now of the members that are not what they were; those that only one of the two has are left out. */
export function changedFields(seen: object, current: object, within: readonly string[] = []): ChangedField[] {
  return Object.entries(current).flatMap(([name, value]) => {
    if (name === 'version' || !(name in seen)) return []
    const before = (seen as Record<string, unknown>)[name]
    if (JSON.stringify(before) === JSON.stringify(value)) return []
    const path = [...within, name]
    return areAlike(before, value)
      ? changedFields(before, value, path)
      : [{ path: path.join('.'), text: textOf(value) }]
  })
}

/** Whether two values are told member by member: records, and lists of the same length. */
function areAlike<Value>(before: unknown, value: Value): before is object & Value {
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
