import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { csvFields } from '#kit/server/csv-fields.ts'
import { inTransaction } from '#kit/server/database.ts'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { exactUnits, fixedDecimal } from '#vocabulary/decimal.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type FuturesContract, highestPrice, priceDecimals, readContractName } from '../rules.ts'
import { compareAlerts } from './compare-alerts.ts'

/** Why a line stays out. */
export type FuturesRefusal =
  | 'line_broken'
  | 'contract_invalid'
  | 'last_trading_day_invalid'
  | 'date_invalid'
  | 'price_invalid'
  | 'after_last_trading_day'
  | 'in_future'
  | 'contradicted'

/** How many prices were new, stood there as others, said the same, or stay out and why; and how many people are told. */
export type FuturesReport = {
  /** Whether the first line names the columns; otherwise nothing was taken in. */
  hasHeader: boolean
  created: number
  updated: number
  unchanged: number
  /** Alerts that were crossed. */
  told: number
  refusals: { line: number; code: FuturesRefusal }[]
}

/** The names of the columns: the contract, its last trading day, the day of the price and the reference price in €/MWh. */
export const futuresHeader = 'contract,last_trading_day,date,reference_price'

/**
 * Takes in reference prices of futures, a line each, and compares the alerts with what is new. What stands there and is not in
 * the file stays. Taking the same file in again changes nothing and writes to nobody.
 */
export async function importFutures(db: Database, text: string, now: Date): Promise<FuturesReport> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const report = { hasHeader: true, created: 0, updated: 0, unchanged: 0, told: 0, refusals: [] }
  if (csvFields(head, ',')?.join(',').toLowerCase() !== futuresHeader) return { ...report, hasHeader: false }
  const today = marketDayOf(now, 'Europe/Madrid')
  const read = readLines(lines, today, report)
  await inTransaction(db, async (transaction) => {
    const productIds = await keepProducts(transaction, read)
    const rows = read.map(({ contract, day, price }) => ({ product_id: productIds.get(contract.name)!, day, price }))
    const written = await upsertRows(transaction, { table: 'futures_price', key: ['product_id', 'day'], rows })
    const created = written.filter(({ isNew }) => isNew).length
    report.created = created
    report.updated = written.length - created
    report.unchanged += rows.length - written.length
    const changed = [...new Set(written.map(({ product_id }) => product_id))]
    report.told = await compareAlerts(transaction, { productIds: changed, today, now })
  })
  return report
}

type PriceLine = { contract: FuturesContract; lastTradingDay: MarketDay; day: MarketDay; price: string }

/** The lines that are sound, each price once. */
function readLines(lines: readonly string[], today: MarketDay, report: FuturesReport): PriceLine[] {
  const kept = new Map<string, PriceLine>()
  const lastDays = new Map<string, MarketDay>()
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    // The first line is the header, and people count from one.
    const refuse = (code: FuturesRefusal) => report.refusals.push({ line: index + 2, code })
    const read = readLine(text, today)
    if (typeof read === 'string') {
      refuse(read)
      continue
    }
    const { name } = read.contract
    const before = kept.get(`${name} ${read.day}`)
    const lastDay = lastDays.get(name) ?? read.lastTradingDay
    if ((before && before.price !== read.price) || lastDay !== read.lastTradingDay) refuse('contradicted')
    else if (before) report.unchanged += 1
    else {
      lastDays.set(name, lastDay)
      kept.set(`${name} ${read.day}`, read)
    }
  }
  return [...kept.values()]
}

function readLine(text: string, today: MarketDay): PriceLine | FuturesRefusal {
  const [name = '', lastTradingDay = '', day = '', written, ...more] = csvFields(text, ',') ?? []
  if (written === undefined || more.length > 0) return 'line_broken'
  const contract = readContractName(name)
  if (!contract) return 'contract_invalid'
  if (!isMarketDay(lastTradingDay)) return 'last_trading_day_invalid'
  if (!isMarketDay(day)) return 'date_invalid'
  const cents = exactUnits(written, priceDecimals)
  if (cents === null || cents < 0 || cents > highestPrice * 100) return 'price_invalid'
  if (day > lastTradingDay) return 'after_last_trading_day'
  if (day > today) return 'in_future'
  return { contract, lastTradingDay, day, price: fixedDecimal(cents, priceDecimals) }
}

/** Keeps the products of some lines and answers the number of each by its name. */
async function keepProducts(db: Database, lines: readonly PriceLine[]): Promise<Map<string, number>> {
  const byName = new Map(lines.map((line) => [line.contract.name, line]))
  await upsertRows(db, {
    table: 'futures_product',
    key: ['name'],
    isVersioned: true,
    rows: [...byName.values()].map(({ contract, lastTradingDay }) => ({
      name: contract.name,
      instrument: contract.instrument,
      delivery_from: contract.deliveryFrom,
      delivery_until: contract.deliveryUntil,
      last_trading_day: lastTradingDay,
    })),
  })
  if (byName.size === 0) return new Map()
  const kept = await db
    .selectFrom('futures_product')
    .where('name', 'in', [...byName.keys()])
    .select(['name', 'product_id'])
    .execute()
  return new Map(kept.map(({ name, product_id }) => [name, product_id]))
}
