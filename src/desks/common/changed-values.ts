/** What stands now of the members that are not what they were, as text; those that only one of the two has are left out. */
export function changedValues(seen: object, current: object): string[] {
  return Object.entries(current).flatMap(([name, value]) => {
    if (name === 'version' || !(name in seen)) return []
    const before = (seen as Record<string, unknown>)[name]
    if (JSON.stringify(before) === JSON.stringify(value)) return []
    return isRecord(before) && isRecord(value) ? changedValues(before, value) : [textOf(value)]
  })
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
