const mark = '$date'

/** Returns plain data with its dates in a form that survives JSON. Parts without a date are the same objects. */
export function markDates(value: unknown): unknown {
  if (value instanceof Date) return { [mark]: value.getTime() }
  if (typeof value !== 'object' || value === null) return value
  let marked: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const markedMember = markDates(member)
    if (markedMember === member) continue
    marked ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    marked[name] = markedMember
  }
  return marked ?? value
}

/** Replaces marked dates in parsed data, in place, and returns it. */
export function restoreDates(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (mark in value) return new Date(value[mark] as number)
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = restoreDates(members[name])
  return value
}
