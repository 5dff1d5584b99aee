import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#db/database.ts'
import { inTransaction } from '#kit/server/database.ts'
import type { LineFate, LineRefusal } from '#kit/server/told-line.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { readTold } from '#vocabulary/read-told.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
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
import { storeCustomers, storeUsers } from './import/holders.ts'
import { productKey } from './import/known.ts'
import { storeProducts } from './import/products.ts'
import type { ImportReport, Placed, Refuse, Stored } from './import/report.ts'
import { storeDistributors, storeSupplyPoints } from './import/supplies.ts'

/**
 * Takes in a file of customers, supply points and contracts (docs/import-contracts.md), as parsed from JSON: what is new is
 * created, what stands there is changed to what the file says, what cannot be is left out and named. Taking the same
 * file in again changes nothing. All of it happens at once or, should it fail, not at all.
 */
export async function importContracts(db: Database, file: unknown): Promise<ImportReport> {
  const report = emptyReport()
  const whole = readTold(ContractsFile, file)
  if ('wrong' in whole) return { ...report, refusals: whole.wrong }
  await inTransaction(db, async (transaction) => {
    await oneImportAtATime(transaction)
    for (const name of sectionNames) await takeIn(transaction, name, whole.item[name] ?? [], report)
  })
  return report
}

/**
 * Keeps objects of one section, each of them once, as told by another system line by line; within a transaction. Answers
 * what became of each.
 */
export async function storeContractItems(
  db: Database,
  name: SectionName,
  items: readonly unknown[],
): Promise<LineFate[]> {
  await oneImportAtATime(db)
  const refusals = new Map<string, LineRefusal>()
  const placed = items.map((item, index) => ({ item: item as never, path: String(index) }))
  await sections[name].store(db, placed, (path, reason, code = 'conflict') => {
    const [index, member] = path.split('.') as [string, string]
    refusals.set(index, { code, member, reason })
  })
  return placed.map(({ path }) => {
    const refusal = refusals.get(path)
    return refusal ? { refusal } : { changed: true }
  })
}

/** Two at once could each be right and together give a supply point two active contracts. */
async function oneImportAtATime(transaction: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('import contracts'))`.execute(transaction)
}

/** How the objects of a section are read, told apart and kept. */
type Section<Item> = {
  schema: z.ZodType<Item>
  /** What no two objects of a file may share. */
  keyOf: (item: Item) => string
  store: (db: Database, placed: readonly Placed<Item>[], refuse: Refuse) => Promise<Stored>
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

async function takeIn(db: Database, name: SectionName, items: readonly unknown[], report: ImportReport) {
  const refused = new Set<string>()
  const refuse = (item: string, path: string, reason: ToldReason) => {
    refused.add(item)
    report.refusals.push({ path, reason })
  }
  const placed = readItems(name, items, refuse)
  const stored = await sections[name].store(db, placed, (path, reason) => refuse(path.split('.')[0]!, path, reason))
  const unchanged = items.length - refused.size - stored.created - stored.updated
  report.sections[name] = { ...stored, unchanged, refused: refused.size }
}

/** The items that are well formed, each once. */
function readItems(
  name: SectionName,
  items: readonly unknown[],
  refuse: (item: string, path: string, reason: ToldReason) => void,
): Placed<never>[] {
  const { schema, keyOf } = sections[name]
  const firsts = new Map<string, string>()
  return items.flatMap((given, index) => {
    const path = `${name}[${index}]`
    const read = readTold(schema, given)
    if ('wrong' in read) {
      for (const { path: within, reason } of read.wrong) refuse(path, joined(path, within), reason)
      return []
    }
    const key = keyOf(read.item)
    const first = firsts.get(key)
    if (first !== undefined) {
      refuse(path, path, because('repeated', { first }))
      return []
    }
    firsts.set(key, path)
    return [{ item: read.item, path }]
  })
}

function emptyReport(): ImportReport {
  const nothing = () => ({ created: 0, updated: 0, unchanged: 0, refused: 0 })
  return {
    sections: Object.fromEntries(sectionNames.map((name) => [name, nothing()])) as ImportReport['sections'],
    refusals: [],
  }
}

/** `contracts[3].payer.taxId`; of an object as a whole, its place alone. */
function joined(path: string, within: string): string {
  return within && !within.startsWith('[') ? `${path}.${within}` : path + within
}
