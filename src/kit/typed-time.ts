const marked = /^(\d{1,2})\s*[:.,h]\s*(\d{2})?$/
const unmarked = /^(\d{1,2})(\d{2})?$/

/** The time of day that somebody typed, as `22:30`: `22.30`, `22h30`, `2230`, `22`; null where it says none. */
export function readTypedTime(text: string): string | null {
  const trimmed = text.trim().toLowerCase()
  const [, hours, minutes = '00'] = marked.exec(trimmed) ?? unmarked.exec(trimmed) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
