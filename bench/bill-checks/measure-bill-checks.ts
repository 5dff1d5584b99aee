// `npm run bench -- bill-checks 100000`: bills of a retailer that are imported with and without their check. Needs a PostgreSQL in
// DATABASE_URL, where it makes databases `llum_bench_bills` and `llum_bench_bills_unchecked` of its own.
import { checkInvoices } from '#domains/bill-checks/server/check-invoices.ts'
import { type LineKind, lineKinds } from '#domains/integration/server/line-kinds.ts'
import { storeInvoices } from '#domains/invoices/server/import/store-invoices.ts'
import { copyMeasuredDatabase, type MeasuredDatabase } from '../measured-database.ts'
import { median, printMeasurements } from '../measurements.ts'
import { readPeakBytes } from '../read-processor.ts'
import { billedMonths, createBillLine, createBillRetailer } from './bill-retailer.ts'
import { type ImportCost, measureImport, sumCosts } from './measure-import.ts'

const checkedAlone = 1_000
const checkGoalMs = 50
/** Some seconds of work: long beside a pause of the machine, short beside its changing load. */
const maxBillsPerTurn = 2_500

const kinds = {
  checked: lineKinds.invoices,
  unchecked: { ...lineKinds.invoices, store: storeInvoices } as LineKind,
}
type Way = keyof typeof kinds
type Turn = { bills: number } & Record<Way, ImportCost>

/**
 * Imports so many bills both with and without their check, each way into a database of its own, which are copies of the same
 * one. The ways take turns with the same bills in the same process, so that tables, code and machine are in the same state for
 * both; the first turn is not counted. Then checks a thousand bills alone, as when a customer opens one.
 */
export async function measureBillChecks(serverUrl: string, bills: number) {
  const contracts = Math.ceil(bills / billedMonths.length)
  const original = await createBillRetailer(serverUrl, { name: 'llum_bench_bills_unchecked', contracts })
  const [unchecked, checked] = await copyMeasuredDatabase(serverUrl, { original, copy: 'llum_bench_bills' })
  const databases = { checked, unchecked }
  const turns = await measureTurns(databases, contracts)
  console.table(await countVerdicts(databases.checked))
  printCosts(turns)
  const times = (await timeChecks(databases.unchecked)).toSorted((one, other) => one - other)
  const counted = turns.slice(1)
  printMeasurements([
    {
      ...{ what: `${contracts * billedMonths.length} bills imported with and without their check`, unit: 's' },
      ...{ ours: totalOf(turns, 'checked').seconds, floor: totalOf(turns, 'unchecked').seconds },
      ...{ goal: 'at most 1.3', isMet: (ratio) => ratio <= 1.3 },
    },
    {
      ...{ what: `the median of ${counted.length} turns, as a ratio`, unit: '' },
      ...{ ours: median(counted.map((turn) => turn.checked.seconds / turn.unchecked.seconds)), floor: 1 },
      ...{ goal: 'at most 1.3', isMet: (ratio) => ratio <= 1.3 },
    },
    {
      ...{ what: 'a check alone, p95', unit: 'ms', ours: times[Math.floor(times.length * 0.95)]!, floor: checkGoalMs },
      ...{ goal: 'at most 1', isMet: (ratio) => ratio <= 1 },
    },
  ])
  for (const { close } of Object.values(databases)) await close()
}

async function measureTurns(databases: Record<Way, MeasuredDatabase>, contracts: number): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const firstDay of billedMonths)
    for (const part of partsOf(contracts)) {
      const lines = part.map((contract) => createBillLine(contract, firstDay))
      const ways: Way[] = turns.length % 2 === 0 ? ['checked', 'unchecked'] : ['unchecked', 'checked']
      const costs: Partial<Record<Way, ImportCost>> = {}
      for (const way of ways) costs[way] = await measureImport(databases[way], kinds[way], lines)
      turns.push({ bills: lines.length, checked: costs.checked!, unchecked: costs.unchecked! })
    }
  return turns
}

/** Splits the contracts, 1 to so many, into parts of about the same size. */
function partsOf(contracts: number): number[][] {
  const all = Array.from({ length: contracts }, (_, index) => index + 1)
  const size = Math.ceil(contracts / Math.ceil(contracts / maxBillsPerTurn))
  return Array.from({ length: Math.ceil(contracts / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
}

const totalOf = (turns: readonly Turn[], way: Way) => sumCosts(turns.map((turn) => turn[way]))

/** Prints where the time of a bill goes. Where the sum of both processors is less than the time, both waited for each other. */
function printCosts(turns: readonly Turn[]) {
  const counted = turns.slice(1)
  const bills = counted.reduce((sum, turn) => sum + turn.bills, 0)
  const perBill = (seconds: number) => Number(((seconds * 1_000) / bills).toFixed(3))
  const rows = (['unchecked', 'checked'] as const).map((way) => {
    const { seconds, programSeconds, databaseSeconds } = totalOf(counted, way)
    const [program, postgresql] = [perBill(programSeconds), perBill(databaseSeconds)]
    return [way, { 'program ms a bill': program, 'PostgreSQL ms': postgresql, 'elapsed ms': perBill(seconds) }]
  })
  console.table(Object.fromEntries(rows))
  console.log(`most memory of the program: ${Math.round(readPeakBytes(process.pid) / 1e6)} MB`)
}

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
