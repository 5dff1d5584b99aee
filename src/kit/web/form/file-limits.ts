/**
 * The limits for attachments: how many files in all, how large each, and of which kinds (as in `accept`: "image/*").
 */
export type FileLimits = { maxCount: number; maxBytes: number; kinds: readonly string[] }

export type FileRefusal = { name: string; reason: 'kind' | 'size' | 'empty' | 'count' }

type Candidate = { name: string; size: number; type: string }

/**
 * Splits newly chosen files into those that may be attached in addition to the `present` ones and those that are
 * refused, with the reason.
 */
export function partitionFiles<F extends Candidate>(files: readonly F[], present: number, limits: FileLimits) {
  const accepted: F[] = []
  const refused: FileRefusal[] = []
  for (const file of files) {
    const reason = rejectionReasonOf(file, present + accepted.length, limits)
    if (reason) refused.push({ name: file.name, reason })
    else accepted.push(file)
  }
  return { accepted, refused }
}

function rejectionReasonOf(file: Candidate, present: number, { maxCount, maxBytes, kinds }: FileLimits) {
  if (!kinds.some((kind) => matchesKind(file.type, kind))) return 'kind'
  if (file.size > maxBytes) return 'size'
  if (file.size === 0) return 'empty'
  if (present >= maxCount) return 'count'
  return null
}

function matchesKind(type: string, kind: string): boolean {
  if (kind === '*/*') return true
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}

/** Formats a file size in a suitable unit, in steps of 1000 as phones and mail programs do: "1,2 MB". */
export function formatFileSize(sizeBytes: number, locale: string): string {
  const [unit, unitBytes] = sizeBytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const)
  const figure = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: sizeBytes < 1e6 ? 0 : 1 })
  return figure.format(Math.max(sizeBytes, 1000) / unitBytes)
}
