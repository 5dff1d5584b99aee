const separatedPattern = /^(\d{1,2})\s*[:.,h]\s*(\d{2})?$/
const plainPattern = /^(\d{1,2})(\d{2})?$/

/** Parses a typed time of day as `22:30`: also `22.30`, `22h30`, `2230`, `22`. Returns null for anything else. */
export function parseTimeInput(text: string): string | null {
  const trimmed = text.trim().toLowerCase()
  const [, hours, minutes = '00'] = separatedPattern.exec(trimmed) ?? plainPattern.exec(trimmed) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
