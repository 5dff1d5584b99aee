const mark = '$date'

/** Returns plain data with its dates in a form that survives JSON. Parts without a date are the same objects. */
export function markDates(value: unknown): unknown {
  if (value instanceof Date) return { [mark]: value.getTime() }
  if (!containsDate(value)) return value
  if (Array.isArray(value)) return value.map(markDates)
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, markDates(member)]))
}

/** Replaces marked dates in parsed data, in place, and returns it. */
export function restoreDates(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (mark in value) return new Date(value[mark] as number)
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = restoreDates(members[name])
  return value
}

function containsDate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Date || Object.values(value).some(containsDate)
}
