import type { Database } from '#db/database.ts'
import type { LimitType } from '#domains/price-alerts/rules.ts'
import { isMet } from '#domains/price-alerts/rules.ts'
import { futuresHeader, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { findLastPrices } from '#domains/price-alerts/server/store.ts'
import { addDays, addMonths, daysFrom, firstOfMonth, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { createRandom } from './random.ts'

/** How many days of prices there are. */
const pricedDays = 75
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Invented prices in €/MWh: high in winter and at the end of summer, low when the sun is high. */
const levelOfMonth = [84, 80, 66, 47, 42, 51, 66, 71, 76, 74, 81, 85]

/** Loads invented prices under the names of traded products, and some price alerts of anna's on them. */
export async function loadFutures(db: Database, now: Date) {
  const today = marketDayOf(now, 'Europe/Madrid')
  const report = await importFutures(db, buildFuturesFile(today), now)
  if (!report.hasHeader || report.refusals.length > 0)
    throw new Error(`The demo futures are invalid: ${JSON.stringify(report.refusals.slice(0, 3))}`)
  await loadAlerts(db, today, now)
}

type DemoFuture = { name: string; deliveredFrom: MarketDay; level: number }

function buildFuturesFile(today: MarketDay): string {
  const days = daysFrom(addDays(today, -pricedDays), addDays(today, -1)).filter((day) => weekdayOf(day) <= 5)
  const lines = listFutures(today).flatMap(({ name, deliveredFrom, level }) => {
    const lastTradingDay = previousWeekday(deliveredFrom)
    const random = createRandom('future', name)
    let price = level * random.between(0.94, 1.06)
    return days.map((day) => {
      // Pulls the price back towards its level each day; otherwise it would drift away.
      price += (level - price) * 0.04 + random.scatter() * level * 0.012
      return `${name},${lastTradingDay},${day},${price.toFixed(2)}`
    })
  })
  return [futuresHeader, ...lines].join('\n')
}

/** The next six months, four quarters and three years as base load, and the next quarter as peak load. */
function listFutures(today: MarketDay): DemoFuture[] {
  const months = Array.from({ length: 6 }, (_, index) =>
    createFuture('FTB', 'M', addMonths(firstOfMonth(today), index + 1), 1),
  )
  const quarter = `${today.slice(0, 4)}-${String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
  const quarters = Array.from({ length: 4 }, (_, index) =>
    createFuture('FTB', 'Q', addMonths(quarter, (index + 1) * 3), 3),
  )
  const years = Array.from({ length: 3 }, (_, index) =>
    createFuture('FTB', 'YR', `${Number(today.slice(0, 4)) + index + 1}-01-01`, 12),
  )
  return [...months, ...quarters, ...years, createFuture('FTK', 'Q', addMonths(quarter, 3), 3)]
}

function createFuture(
  instrument: string,
  kind: 'M' | 'Q' | 'YR',
  deliveredFrom: MarketDay,
  monthCount: number,
): DemoFuture {
  const month = Number(deliveredFrom.slice(5, 7)) - 1
  const year = deliveredFrom.slice(2, 4)
  const period =
    kind === 'M' ? `M ${monthNames[month]}-${year}` : kind === 'Q' ? `Q${month / 3 + 1}-${year}` : `YR-${year}`
  const levels = Array.from({ length: monthCount }, (_, index) => levelOfMonth[(month + index) % 12]!)
  const level = levels.reduce((sum, each) => sum + each, 0) / monthCount
  return { name: `${instrument} ${period}`, deliveredFrom, level: instrument === 'FTK' ? level * 1.08 : level }
}

function previousWeekday(day: MarketDay): MarketDay {
  const before = addDays(day, -1)
  return weekdayOf(before) <= 5 ? before : previousWeekday(before)
}

/** Anna's limits as factors of the last price: one waits below, one is met, one is far above. */
const annasAlerts: readonly { futureIndex: number; type: LimitType; share: number }[] = [
  { futureIndex: 0, type: '<', share: 0.93 },
  { futureIndex: 6, type: '<', share: 1.04 },
  { futureIndex: 10, type: '>', share: 1.15 },
]

async function loadAlerts(db: Database, today: MarketDay, now: Date) {
  const { user_id } = await db
    .selectFrom('user_account')
    .where('login', '=', 'anna')
    .select('user_id')
    .executeTakeFirstOrThrow()
  const futures = listFutures(today)
  for (const { futureIndex, type, share } of annasAlerts) {
    const { product_id } = await db
      .selectFrom('futures_product')
      .where('name', '=', futures[futureIndex]!.name)
      .select('product_id')
      .executeTakeFirstOrThrow()
    const [last] = await findLastPrices(db, product_id, 1)
    const price = Math.round(Number(last!.price) * share).toFixed(2)
    await db
      .insertInto('price_alert')
      .values({
        user_id,
        product_id,
        limit_type: type,
        price,
        created_at: now,
        is_met: isMet(type, last!.price, price),
      })
      .execute()
  }
}
