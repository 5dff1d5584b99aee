import { setImmediate } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { hoursAsCsv } from '#domains/consumption/server/curve-file.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { planErasure } from './erasure-plan.ts'
import { copiedTables } from './held-tables.ts'
import { curveDaysOf, type OwnContract, ownContracts, ownFiles, ownInvoices } from './own-files.ts'
import { ownRowsAsJson } from './own-rows.ts'
import type { Owner } from './owned-rows.ts'

/** Draws a contract as PDF; null when there is none. */
export type DrawContract = (which: { customerIds: number[]; name: string }) => Promise<Uint8Array | null>
/** Draws an invoice, or one of several supply points, as PDF; null when there is none. */
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
  /** What the archive holds, in the words of whoever reads it. */
  readMe: string
}

/**
 * All that is held on somebody, file by file: rows as JSON, curves as CSV, contracts and invoices drawn as PDF, and every
 * stored file. Nothing is made before its turn comes, and between two files others have theirs.
 */
export async function* archiveOf(sources: ArchiveSources, owner: Owner): AsyncGenerator<ZipEntry> {
  for await (const entry of entriesOf(sources, owner)) {
    await setImmediate()
    yield entry
  }
}

async function* entriesOf(sources: ArchiveSources, owner: Owner): AsyncGenerator<ZipEntry> {
  const { db, files, contractPdf, readMe } = sources
  const { customerIds } = owner
  yield { name: 'README.txt', content: [readMe] }
  const { tables, until } = await planErasure(db, owner.userId)
  yield { name: 'erasure.json', content: [JSON.stringify({ tables, kept_until: until }, null, 2)] }
  for (const table of copiedTables) {
    const rows = ownRowsAsJson(db, table, owner)
    const first = await rows.next()
    if (!first.done) yield { name: `data/${table.name}.json`, content: resumed(first.value, rows) }
  }
  for await (const { path, fileKey } of ownFiles(db, owner)) {
    const content = await files.get(fileKey)
    if (content) yield { name: path.map(fileNameOf).join('/'), content, isPacked: true }
  }
  const contracts = await ownContracts(db, owner)
  for (const { name } of contracts) {
    const pdf = await contractPdf({ customerIds, name })
    if (pdf) yield { name: `contracts/${fileNameOf(name)}.pdf`, content: [pdf], isPacked: true }
  }
  for (const contract of contracts) {
    const days = await curveDaysOf(db, contract)
    if (days) yield curveEntry(db, contract, days)
  }
  yield* invoiceEntries(sources, owner)
}

async function* invoiceEntries({ db, invoicePdf }: ArchiveSources, owner: Owner): AsyncGenerator<ZipEntry> {
  for (const table of ['invoice', 'multipoint_invoice'] as const)
    for await (const { customerId, invoiceId, number, year } of ownInvoices(db, owner, table)) {
      const isMultipoint = table === 'multipoint_invoice'
      const pdf = await invoicePdf({ customerIds: [customerId], invoiceId, isMultipoint })
      const name = fileNameOf(number.replaceAll('/', '-'))
      if (pdf) yield { name: `invoices/${year}/${name}.pdf`, content: [pdf], isPacked: true }
    }
}

async function* resumed(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

function curveEntry(
  db: Database,
  { supplyPointId, cups, name }: OwnContract,
  { first, last }: { first: MarketDay; last: MarketDay },
): ZipEntry {
  const parts = partsOf(first, last).map((part) => ({ supplyPointId, cups, ...part }))
  return { name: `curves/${cups} ${fileNameOf(name)}.csv`, content: hoursAsCsv(db, parts) }
}

const daysAtOnce = 92

// A point that has been measured for ten years is read a season at a time.
function partsOf(first: MarketDay, last: MarketDay): { firstDay: MarketDay; lastDay: MarketDay }[] {
  const parts = []
  for (let day = first; day <= last; day = addDays(day, daysAtOnce)) {
    const end = addDays(day, daysAtOnce - 1)
    parts.push({ firstDay: day, lastDay: end < last ? end : last })
  }
  return parts
}

/** A name as every system lets a file have it: one folder deep, and never above its own. */
function fileNameOf(text: string): string {
  return text.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_')
}
