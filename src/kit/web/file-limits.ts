/** What may be attached: how many files in all, how large each, and of which kinds (as in `accept`: "image/*"). */
export type FileLimits = { maxCount: number; maxBytes: number; kinds: readonly string[] }

export type FileRefusal = { name: string; reason: 'kind' | 'size' | 'empty' | 'count' }

type Candidate = { name: string; size: number; type: string }

/** Parts newly chosen files into those that may be attached beside the `present` ones and those that may not, with the reason. */
export function sortFiles<F extends Candidate>(files: readonly F[], present: number, limits: FileLimits) {
  const accepted: F[] = []
  const refused: FileRefusal[] = []
  for (const file of files) {
    const reason = reasonAgainst(file, present + accepted.length, limits)
    if (reason) refused.push({ name: file.name, reason })
    else accepted.push(file)
  }
  return { accepted, refused }
}

function reasonAgainst(file: Candidate, present: number, { maxCount, maxBytes, kinds }: FileLimits) {
  if (!kinds.some((kind) => isOfKind(file.type, kind))) return 'kind'
  if (file.size > maxBytes) return 'size'
  if (file.size === 0) return 'empty'
  if (present >= maxCount) return 'count'
  return null
}

function isOfKind(type: string, kind: string): boolean {
  if (kind === '*/*') return true
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}

/** The size of a file in the unit that suits it, thousand by thousand as telephones and mail programs count: "1,2 MB". */
export function formatFileSize(sizeBytes: number, locale: string): string {
  const [unit, unitBytes] = sizeBytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const)
  const figure = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: sizeBytes < 1e6 ? 0 : 1 })
  return figure.format(Math.max(sizeBytes, 1000) / unitBytes)
}
