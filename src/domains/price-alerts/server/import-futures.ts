import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { inTransaction } from '#kit/server/database.ts'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { formatFixedDecimal, parseExactUnits } from '#vocabulary/decimal.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type FuturesContract, maxPrice, parseContractName, priceDecimals } from '../rules.ts'
import { compareAlerts } from './compare-alerts.ts'

/** Why a line is rejected. */
export type FuturesRefusal =
  | 'line_broken'
  | 'contract_invalid'
  | 'last_trading_day_invalid'
  | 'date_invalid'
  | 'price_invalid'
  | 'after_last_trading_day'
  | 'in_future'
  | 'contradicted'

/** How many prices were new, changed, unchanged or rejected and why; and how many alerts are notified. */
export type FuturesReport = {
  /** Whether the first line names the columns; otherwise nothing is imported. */
  hasHeader: boolean
  created: number
  updated: number
  unchanged: number
  /** The number of alerts crossed. */
  told: number
  refusals: { line: number; code: FuturesRefusal }[]
}

/** The column names: the contract, its last trading day, the day of the price and the reference price in €/MWh. */
export const futuresHeader = 'contract,last_trading_day,date,reference_price'

/**
 * Imports reference prices of futures, one per line, and compares the alerts with the new ones. Existing prices that
 * are not in the file stay. Importing the same file again changes nothing and notifies nobody.
 */
export async function importFutures(db: Database, text: string, now: Date): Promise<FuturesReport> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const report = { hasHeader: true, created: 0, updated: 0, unchanged: 0, told: 0, refusals: [] }
  if (parseCsvLine(head, ',')?.join(',').toLowerCase() !== futuresHeader) return { ...report, hasHeader: false }
  const today = marketDayOf(now, 'Europe/Madrid')
  const priceLines = readLines(lines, today, report)
  await inTransaction(db, async (transaction) => {
    const productIds = await storeProducts(transaction, priceLines)
    const rows = priceLines.map(({ contract, day, price }) => ({
      product_id: productIds.get(contract.name)!,
      day,
      price,
    }))
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

/** Returns the valid lines, each price once. */
function readLines(lines: readonly string[], today: MarketDay, report: FuturesReport): PriceLine[] {
  const accepted = new Map<string, PriceLine>()
  const lastDays = new Map<string, MarketDay>()
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    // The first line is the header, and line numbers start at one.
    const refuse = (code: FuturesRefusal) => report.refusals.push({ line: index + 2, code })
    const parsed = readLine(text, today)
    if (typeof parsed === 'string') {
      refuse(parsed)
      continue
    }
    const { name } = parsed.contract
    const before = accepted.get(`${name} ${parsed.day}`)
    const lastDay = lastDays.get(name) ?? parsed.lastTradingDay
    if ((before && before.price !== parsed.price) || lastDay !== parsed.lastTradingDay) refuse('contradicted')
    else if (before) report.unchanged += 1
    else {
      lastDays.set(name, lastDay)
      accepted.set(`${name} ${parsed.day}`, parsed)
    }
  }
  return [...accepted.values()]
}

function readLine(text: string, today: MarketDay): PriceLine | FuturesRefusal {
  const [name = '', lastTradingDay = '', day = '', written, ...more] = parseCsvLine(text, ',') ?? []
  if (written === undefined || more.length > 0) return 'line_broken'
  const contract = parseContractName(name)
  if (!contract) return 'contract_invalid'
  if (!isMarketDay(lastTradingDay)) return 'last_trading_day_invalid'
  if (!isMarketDay(day)) return 'date_invalid'
  const cents = parseExactUnits(written, priceDecimals)
  if (cents === null || cents < 0 || cents > maxPrice * 100) return 'price_invalid'
  if (day > lastTradingDay) return 'after_last_trading_day'
  if (day > today) return 'in_future'
  return { contract, lastTradingDay, day, price: formatFixedDecimal(cents, priceDecimals) }
}

/** Stores the products of some lines and returns the id of each by its name. */
async function storeProducts(db: Database, lines: readonly PriceLine[]): Promise<Map<string, number>> {
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
  const stored = await db
    .selectFrom('futures_product')
    .where('name', 'in', [...byName.keys()])
    .select(['name', 'product_id'])
    .execute()
  return new Map(stored.map(({ name, product_id }) => [name, product_id]))
}
