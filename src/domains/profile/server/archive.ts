import { setImmediate } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { writeHoursCsv } from '#domains/consumption/server/curve/build-curve-file.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { planErasure } from './erasure-plan.ts'
import {
  findCurveDays,
  findPersonContracts,
  type PersonContract,
  streamPersonFiles,
  streamPersonInvoices,
} from './person-files.ts'
import { streamRowsAsJson } from './person-rows.ts'
import { exportedTables } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

/** Renders a contract as PDF. Null if there is none. */
export type DrawContract = (which: { customerIds: number[]; name: string }) => Promise<Uint8Array | null>
/** Renders an invoice, of one or several supply points, as PDF. Null if there is none. */
export type DrawInvoice = (which: {
  customerIds: number[]
  invoiceId: number
  isMultipoint: boolean
}) => Promise<Uint8Array | null>

export type ArchiveSources = {
  db: Database
  files: Files
  contractPdf: DrawContract
  invoicePdf: DrawInvoice
  /** Describes the contents of the archive, in the user's language. */
  readMe: string
}

/**
 * Generates the archive of all data held on a person, file by file: rows as JSON, curves as CSV, contracts and invoices
 * as PDF, and every stored file. Each file is produced only when it is consumed, and other work can run between two
 * files.
 */
export async function* generateArchive(sources: ArchiveSources, owner: DataOwner): AsyncGenerator<ZipEntry> {
  for await (const entry of generateEntries(sources, owner)) {
    await setImmediate()
    yield entry
  }
}

async function* generateEntries(sources: ArchiveSources, owner: DataOwner): AsyncGenerator<ZipEntry> {
  const { db, files, contractPdf, readMe } = sources
  const { customerIds } = owner
  yield { name: 'README.txt', content: [readMe] }
  const { tables, until } = await planErasure(db, owner.userId)
  yield { name: 'erasure.json', content: [JSON.stringify({ tables, kept_until: until }, null, 2)] }
  for (const table of exportedTables) {
    const rows = streamRowsAsJson(db, table, owner)
    const first = await rows.next()
    if (!first.done) yield { name: `data/${table.name}.json`, content: prependChunk(first.value, rows) }
  }
  for await (const { path, fileKey } of streamPersonFiles(db, owner)) {
    const content = await files.get(fileKey)
    if (content) yield { name: path.map(sanitizeFileName).join('/'), content, isPacked: true }
  }
  const contracts = await findPersonContracts(db, owner)
  for (const { name } of contracts) {
    const pdf = await contractPdf({ customerIds, name })
    if (pdf) yield { name: `contracts/${sanitizeFileName(name)}.pdf`, content: [pdf], isPacked: true }
  }
  for (const contract of contracts) {
    const days = await findCurveDays(db, contract)
    if (days) yield createCurveEntry(db, contract, days)
  }
  yield* generateInvoiceEntries(sources, owner)
}

async function* generateInvoiceEntries({ db, invoicePdf }: ArchiveSources, owner: DataOwner): AsyncGenerator<ZipEntry> {
  for (const table of ['invoice', 'multipoint_invoice'] as const)
    for await (const { customerId, invoiceId, number, year } of streamPersonInvoices(db, owner, table)) {
      const isMultipoint = table === 'multipoint_invoice'
      const pdf = await invoicePdf({ customerIds: [customerId], invoiceId, isMultipoint })
      const name = sanitizeFileName(number.replaceAll('/', '-'))
      if (pdf) yield { name: `invoices/${year}/${name}.pdf`, content: [pdf], isPacked: true }
    }
}

async function* prependChunk(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

function createCurveEntry(
  db: Database,
  { supplyPointId, cups, name }: PersonContract,
  { first, last }: { first: MarketDay; last: MarketDay },
): ZipEntry {
  const parts = splitPeriod(first, last).map((part) => ({ supplyPointId, cups, ...part }))
  return { name: `curves/${cups} ${sanitizeFileName(name)}.csv`, content: writeHoursCsv(db, parts) }
}

const batchDays = 92

// A supply point with ten years of measurements is read in periods of a season.
function splitPeriod(first: MarketDay, last: MarketDay): { firstDay: MarketDay; lastDay: MarketDay }[] {
  const parts = []
  for (let day = first; day <= last; day = addDays(day, batchDays)) {
    const end = addDays(day, batchDays - 1)
    parts.push({ firstDay: day, lastDay: end < last ? end : last })
  }
  return parts
}

/** Returns a name that every system accepts for a file: one folder deep, and never above its own. */
function sanitizeFileName(text: string): string {
  return text.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_')
}
