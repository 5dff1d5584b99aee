/** What the retailer's systems may tell, line by line: the names in addresses, commands and names of files. */
export const lineKindNames = [
  'customers',
  'supply-points',
  'contracts',
  'multipoint-invoices',
  'invoices',
  'batteries',
  'curves',
  'gas-readings',
  'prices',
] as const
export type LineKindName = (typeof lineKindNames)[number]

/** What a key may be used for. */
export type Scope = `${Exclude<LineKindName, 'multipoint-invoices'>}:write`

/** What a key needs for lines of a kind: whoever bills does so with both kinds of invoices. */
export function scopeOf(kind: LineKindName): Scope {
  return kind === 'multipoint-invoices' ? 'invoices:write' : `${kind}:write`
}

export const scopes: readonly Scope[] = [...new Set(lineKindNames.map(scopeOf))]

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text)
}

/** How often keys are used and tried. */
export const limits = {
  /** Requests of one key. */
  requestsPerMinute: 600,
  /** Batches of one key that a server reads at the same time. */
  batchesAtOnce: 4,
  /** Wrong keys from one network. */
  wrongKeys: { most: 30, minutes: 15 },
}

type KeyState = { expiresAt: Date | null; revokedAt: Date | null }

/** Whether a key still opens anything. */
export function isInForce({ expiresAt, revokedAt }: KeyState, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt)
}

/** What a file of the watched folder holds by its name, `f1` an invoice of a distributor; null when nothing is known of it. */
export type FileKind = LineKindName | 'meter-file' | 'contracts-file' | 'f1'

/** Every kind of file that can be taken in; of these that are not told by their names somebody says which they are. */
export const importKinds = [
  ...lineKindNames,
  'meter-file',
  'contracts-file',
  'f1',
  'postcodes',
  'futures',
  'supply-register',
] as const
export type ImportKind = (typeof importKinds)[number]

const lineEndings = ['.ndjson', '.jsonl', '.csv']

/** By which name a file says what it holds: `invoices-2026-11.ndjson`, `F1_0031.xml`, `F5D_0021_0999_20261101.0.bz2`. */
export function fileKindOf(fileName: string): FileKind | null {
  const name = fileName.toLowerCase()
  const plain = name.replace(/\.gz$/, '')
  if (plain.endsWith('.xml')) return 'f1'
  if (plain.endsWith('.json')) return name === plain ? 'contracts-file' : null
  const kind = lineKindNames.find((each) => new RegExp(`^${each}([^a-z]|$)`).test(name))
  if (kind && lineEndings.some((ending) => plain.endsWith(ending)))
    return kind === 'curves' && plain.endsWith('.csv') ? 'meter-file' : kind
  return /\.(ndjson|jsonl)$/.test(plain) || !/\.\w+$/.test(plain) ? null : 'meter-file'
}

/** Whether a file may be looked at: not one that is still being copied, nor one that is hidden. */
export function isFinishedName(fileName: string): boolean {
  return !/^\.|\.(part|tmp|crdownload|filepart)$|~$/i.test(fileName)
}
