import { addDays, addMonths, daysFrom } from '#vocabulary/day.ts'
import { locales } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { loadHours } from '../load-hours.ts'
import { createMeasuredDatabase, type MeasuredDatabase, vacuumDatabase } from '../measured-database.ts'

/** One holder in so many has no account and no address, and gets a letter. */
const holdersPerLetter = 50

export type NoticeCounts = { contracts: number; hasCurves: boolean }

/**
 * Makes a retailer whose contracts have a year of invoices each and, all but those who get a letter, a holder with an
 * account; and plans dearer prices for their product, to begin in two months. `hasCurves` adds the hours of that year, by
 * which the year's cost is then calculated.
 */
export async function createNoticeRetailer(
  serverUrl: string,
  { contracts, hasCurves }: NoticeCounts,
): Promise<MeasuredDatabase> {
  const today = marketDayOf(new Date(), 'Europe/Madrid')
  const holders = { points: contracts, invoicesEach: 12, firstDay: addMonths(today, -12) }
  const database = await createMeasuredDatabase(serverUrl, 'llum_bench_notices', holders)
  if (hasCurves)
    await loadHours(database.db, [{ points: contracts, days: daysFrom(holders.firstDay, addDays(today, -1)) }])
  await database.pool.query(noticeSql(addMonths(today, 2)))
  await vacuumDatabase(database.pool)
  return database
}

const noticeSql = (appliesOn: string) => `
  update contract set power_watts = '{4600, 4600}', starts_on = current_date - 400;
  -- Curves that are summed up again for it are none of the notices' work.
  delete from curve_recount;
  insert into user_account (login, email, name, password_hash, locale)
    select lower(tax_id), lower(tax_id) || '@example.test', name, 'none', (array['${locales.join("', '")}'])[1 + customer_id % ${locales.length}]
    from customer where customer_id % ${holdersPerLetter} > 0;
  insert into user_customer (user_id, customer_id)
    select user_id, customer_id from user_account join customer on login = lower(tax_id);
  insert into product_price (product_id, tariff, valid_from, prices) values
    (1, '2.0TD', '2024-01-01', '${pricesOf('0.151')}'), (1, '2.0TD', '${appliesOn}', '${pricesOf('0.172')}');`

function pricesOf(peak: string): string {
  return JSON.stringify({
    powerPerKw: [
      { per: 'day', eur: '0.0932' },
      { per: 'day', eur: '0.0126' },
    ],
    ...{ energyEurPerKwh: [peak, '0.118', '0.091'], surplusEurPerKwh: null, discounts: {} },
  })
}
