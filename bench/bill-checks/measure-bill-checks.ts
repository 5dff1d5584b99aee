// `npm run bench -- bill-checks 100000`: bills of a retailer that are imported with and without their check. Needs a PostgreSQL in
// DATABASE_URL, where it makes a database `llum_bench_bills` of its own.
import { checkInvoices } from '#domains/bill-checks/server/check-invoices.ts'
import { importLines, type ParsedLine } from '#domains/integration/server/import-lines.ts'
import { type LineKind, lineKinds } from '#domains/integration/server/line-kinds.ts'
import { storeInvoices } from '#domains/invoices/server/import/store-invoices.ts'
import type { Files } from '#outside/files/files.ts'
import type { MeasuredDatabase } from '../measured-database.ts'
import { printMeasurements } from '../measurements.ts'
import { billedMonths, createBillLine, createBillRetailer } from './bill-retailer.ts'

const checkedAlone = 1_000
const checkGoalMs = 50

const kinds = {
  checked: lineKinds.invoices,
  unchecked: { ...lineKinds.invoices, store: storeInvoices } as LineKind,
}

/**
 * Imports so many bills, half of them with their check and half without: in each month those of every second contract, so that
 * both halves meet the same state of the database. Then checks a thousand bills alone, as when a customer opens one.
 */
export async function measureBillChecks(serverUrl: string, bills: number) {
  const contracts = Math.ceil(bills / billedMonths.length)
  const database = await createBillRetailer(serverUrl, contracts)
  const importSeconds = { checked: 0, unchecked: 0 }
  for (const [month, firstDay] of billedMonths.entries())
    for (const [half, name] of (['checked', 'unchecked'] as const).entries()) {
      const lines = numbersOf(contracts, (month + half) % 2).map((contract) => createBillLine(contract, firstDay))
      importSeconds[name] += await timeImport(database, kinds[name], lines)
    }
  console.table(await countVerdicts(database))
  const times = (await timeChecks(database)).toSorted((one, other) => one - other)
  printMeasurements([
    {
      ...{ what: `${bills} bills imported, half of them with their check`, unit: 's' },
      ...{ ours: importSeconds.checked, floor: importSeconds.unchecked },
      ...{ goal: 'at most 1.3', isMet: (ratio) => ratio <= 1.3 },
    },
    {
      ...{ what: 'a check alone, p95', unit: 'ms', ours: times[Math.floor(times.length * 0.95)]!, floor: checkGoalMs },
      ...{ goal: 'at most 1', isMet: (ratio) => ratio <= 1 },
    },
  ])
  await database.close()
}

/** Returns the contracts of one half. */
function numbersOf(contracts: number, half: number): number[] {
  return Array.from({ length: contracts }, (_, index) => index + 1).filter((contract) => contract % 2 === half)
}

async function timeImport({ db }: MeasuredDatabase, kind: LineKind, texts: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const deps = {
    db,
    files: withoutFiles,
    clock: () => new Date(),
    log: console,
    origin: { channel: 'command' } as const,
  }
  for await (const answers of importLines(kind, parseLines(texts), deps))
    for (const answer of answers)
      if (answer.status === 'refused') throw new Error(`A bill was refused: ${answer.member} ${answer.message}`)
  return (performance.now() - startedAt) / 1_000
}

async function* parseLines(texts: readonly string[]): AsyncGenerator<ParsedLine> {
  for (const [index, text] of texts.entries()) yield { line: index + 1, bytes: text.length, value: JSON.parse(text) }
}

// These bills come without documents.
const withoutFiles = {} as Files

function countVerdicts({ db }: MeasuredDatabase) {
  return db
    .selectFrom('bill_check')
    .groupBy('state')
    .select(['state', (row) => row.fn.countAll<number>().as('bills')])
    .execute()
}

/** Checks bills that have not been checked, one after the other. @returns milliseconds. */
async function timeChecks({ db }: MeasuredDatabase): Promise<number[]> {
  const keys = await db
    .selectFrom('invoice')
    .where('invoice_id', 'not in', db.selectFrom('bill_check').select('invoice_id'))
    .orderBy('number')
    .limit(checkedAlone)
    .select(['customer_id as customerId', 'invoice_id as invoiceId'])
    .execute()
  const times: number[] = []
  for (const key of keys) {
    const startedAt = performance.now()
    await checkInvoices(db, [key], new Date())
    times.push(performance.now() - startedAt)
  }
  return times
}
