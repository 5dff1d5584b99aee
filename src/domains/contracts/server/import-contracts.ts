import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#db/database.ts'
import { inTransaction } from '#kit/server/database.ts'
import type { LineRefusal, LineResult } from '#kit/server/import-line-result.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { parseImported } from '#vocabulary/parse-imported.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { storeContracts } from './import/contracts.ts'
import {
  ContractItem,
  ContractsFile,
  CustomerItem,
  DistributorItem,
  ProductItem,
  type SectionName,
  SupplyPointItem,
  sectionNames,
  UserItem,
} from './import/contracts-file.ts'
import { productKey } from './import/find-known.ts'
import { storeCustomers, storeUsers } from './import/holders.ts'
import { storeProducts } from './import/products.ts'
import type { ImportEntry, ImportReport, Refuse, WriteCounts } from './import/report.ts'
import { storeDistributors, storeSupplyPoints } from './import/supplies.ts'

/**
 * Imports a file of customers, supply points and contracts (docs/import-contracts.md), parsed from JSON: new objects
 * are created, existing ones updated, invalid ones left out and reported. Importing the same file again changes
 * nothing. It happens in one transaction.
 */
export async function importContracts(db: Database, file: unknown): Promise<ImportReport> {
  const report = emptyReport()
  const whole = parseImported(ContractsFile, file)
  if ('problems' in whole) return { ...report, refusals: whole.problems }
  await inTransaction(db, async (transaction) => {
    await lockImports(transaction)
    for (const name of sectionNames) await importSection(transaction, name, whole.item[name] ?? [], report)
  })
  return report
}

/**
 * Stores objects of one section, each of them once, as sent by another system line by line; within a transaction.
 * Returns the result of each.
 */
export async function storeContractItems(
  db: Database,
  name: SectionName,
  items: readonly unknown[],
): Promise<LineResult[]> {
  await lockImports(db)
  const refusals = new Map<string, LineRefusal>()
  const entries = items.map((item, index) => ({ item: item as never, path: String(index) }))
  await sections[name].store(db, entries, (path, reason, code = 'conflict') => {
    const [index, member] = path.split('.') as [string, string]
    refusals.set(index, { code, member, reason })
  })
  return entries.map(({ path }) => {
    const refusal = refusals.get(path)
    return refusal ? { refusal } : { changed: true }
  })
}

/** Locks out concurrent imports: two could each be valid and together give a supply point two active contracts. */
async function lockImports(transaction: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('import contracts'))`.execute(transaction)
}

/** How the objects of a section are parsed, identified and stored. */
type Section<Item> = {
  schema: z.ZodType<Item>
  /** The key that no two objects of a file may share. */
  keyOf: (item: Item) => string
  store: (db: Database, entries: readonly ImportEntry<Item>[], refuse: Refuse) => Promise<WriteCounts>
}

const sections = {
  distributors: section({ schema: DistributorItem, keyOf: ({ code }) => code, store: storeDistributors }),
  products: section({ schema: ProductItem, keyOf: productKey, store: storeProducts }),
  customers: section({ schema: CustomerItem, keyOf: ({ taxId }) => taxId, store: storeCustomers }),
  supplyPoints: section({ schema: SupplyPointItem, keyOf: ({ cups }) => cups20(cups), store: storeSupplyPoints }),
  contracts: section({ schema: ContractItem, keyOf: ({ name }) => name, store: storeContracts }),
  users: section({ schema: UserItem, keyOf: ({ login }) => login, store: storeUsers }),
}

function section<Item>(definition: Section<Item>): Section<never> {
  return definition as unknown as Section<never>
}

async function importSection(db: Database, name: SectionName, items: readonly unknown[], report: ImportReport) {
  const refused = new Set<string>()
  const refuse = (item: string, path: string, reason: RejectionReason) => {
    refused.add(item)
    report.refusals.push({ path, reason })
  }
  const entries = readItems(name, items, refuse)
  const stored = await sections[name].store(db, entries, (path, reason) => refuse(path.split('.')[0]!, path, reason))
  const unchanged = items.length - refused.size - stored.created - stored.updated
  report.sections[name] = { ...stored, unchanged, refused: refused.size }
}

/** Returns the well-formed items, each once. */
function readItems(
  name: SectionName,
  items: readonly unknown[],
  refuse: (item: string, path: string, reason: RejectionReason) => void,
): ImportEntry<never>[] {
  const { schema, keyOf } = sections[name]
  const firsts = new Map<string, string>()
  return items.flatMap((value, index) => {
    const path = `${name}[${index}]`
    const parsed = parseImported(schema, value)
    if ('problems' in parsed) {
      for (const { path: innerPath, reason } of parsed.problems) refuse(path, joinPath(path, innerPath), reason)
      return []
    }
    const key = keyOf(parsed.item)
    const first = firsts.get(key)
    if (first !== undefined) {
      refuse(path, path, rejectionReason('repeated', { first }))
      return []
    }
    firsts.set(key, path)
    return [{ item: parsed.item, path }]
  })
}

function emptyReport(): ImportReport {
  const zeroCounts = () => ({ created: 0, updated: 0, unchanged: 0, refused: 0 })
  return {
    sections: Object.fromEntries(sectionNames.map((name) => [name, zeroCounts()])) as ImportReport['sections'],
    refusals: [],
  }
}

/** Joins a path such as `contracts[3].payer.taxId`; for an object as a whole, its position only. */
function joinPath(path: string, within: string): string {
  return within && !within.startsWith('[') ? `${path}.${within}` : path + within
}
