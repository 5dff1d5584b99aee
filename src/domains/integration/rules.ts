/** The kinds of lines that the retailer's systems can send, as named in URLs, commands and file names. */
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
  'debit-returns',
  'switch-steps',
  'spot-prices',
] as const
export type LineKindName = (typeof lineKindNames)[number]

/** The scope of a key. */
export type Scope = `${Exclude<LineKindName, 'multipoint-invoices'>}:write` | typeof compensationScope

/** The scope of billing systems that read which compensations are open, and report the bills that carry them. */
export const compensationScope = 'compensations:bill'

/**
 * Returns the scope required for lines of a kind. Both kinds of invoices share one, because a billing system sends
 * both.
 */
export function scopeOf(kind: LineKindName): Scope {
  return kind === 'multipoint-invoices' ? 'invoices:write' : `${kind}:write`
}

export const scopes: readonly Scope[] = [...new Set(lineKindNames.map(scopeOf)), compensationScope]

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text)
}

/** The limits on the use of keys and on wrong attempts. */
export const limits = {
  /** Requests per key. */
  requestsPerMinute: 600,
  /** Concurrent batches per key and server. */
  batchesAtOnce: 4,
  /** Wrong keys per network. */
  wrongKeys: { most: 30, minutes: 15 },
}

type KeyValidity = { expiresAt: Date | null; revokedAt: Date | null }

/** Checks whether a key is still active. */
export function isKeyActive({ expiresAt, revokedAt }: KeyValidity, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt)
}

/**
 * The kinds of files in the watched folder that are known by their name: `f1` is an invoice of a distributor,
 * `bank-returns` has the direct debits that came back.
 */
export type FileKind = LineKindName | 'meter-file' | 'contracts-file' | 'f1' | 'bank-returns'

/** Every kind of file that can be imported, including those that are not known by their name and must be chosen. */
export const importKinds = [
  ...lineKindNames,
  'meter-file',
  'contracts-file',
  'f1',
  'bank-returns',
  'postcodes',
  'futures',
  'supply-register',
] as const
export type ImportKind = (typeof importKinds)[number]

const lineEndings = ['.ndjson', '.jsonl', '.csv']
/** How banks name the files of returned debits, by their format or in words. */
const bankReturnNames = /camt\.?054|pain\.?002|norma[-_ ]?19|devoluci|devuelt|\.[qcn]19$/

/**
 * Returns the kind of a file from its name, or null if it is unknown: `invoices-2026-11.ndjson`, `F1_0031.xml`,
 * `F5D_0021_0999_20261101.0.bz2`.
 */
export function fileKindOf(fileName: string): FileKind | null {
  const name = fileName.toLowerCase()
  const plain = name.replace(/\.gz$/, '')
  if (bankReturnNames.test(plain) && !lineEndings.some((ending) => plain.endsWith(ending)))
    return name === plain ? 'bank-returns' : null
  if (plain.endsWith('.xml')) return 'f1'
  if (plain.endsWith('.json')) return name === plain ? 'contracts-file' : null
  const kind = lineKindNames.find((each) => new RegExp(`^${each}([^a-z]|$)`).test(name))
  if (kind && lineEndings.some((ending) => plain.endsWith(ending)))
    return kind === 'curves' && plain.endsWith('.csv') ? 'meter-file' : kind
  return /\.(ndjson|jsonl)$/.test(plain) || !/\.\w+$/.test(plain) ? null : 'meter-file'
}

/** The kinds whose files may be imported at the same time: they write nothing that another of them reads. */
export const concurrentKinds: readonly FileKind[] = ['meter-file', 'curves']

/** Checks by its name whether a file is complete: neither still being copied nor hidden. */
export function isFinishedName(fileName: string): boolean {
  return !/^\.|\.(part|tmp|crdownload|filepart)$|~$/i.test(fileName)
}
