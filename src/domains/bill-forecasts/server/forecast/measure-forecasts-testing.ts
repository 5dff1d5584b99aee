import { createDemoCalendar, type DemoCalendar } from '#db/demo/calendar.ts'
import { products } from '#db/demo/customers/catalogue.ts'
import { createDemoCustomers } from '#db/demo/customers/demo-customers.ts'
import type { DemoCurve, DemoSupply } from '#db/demo/customers/demo-holder.ts'
import { demoFigures } from '#db/demo/invoices/demo-figures.ts'
import { measureDay } from '#db/demo/loads/measure-day.ts'
import { withDemoSeed } from '#db/demo/random.ts'
import type { DatedPrices } from '#domains/bill-checks/server/check/bill-facts.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { type MarketPrices, marketCostOf } from '#domains/offers/server/market-cost.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, addMonths, daysFrom, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type DayProfile, profileOf } from './day-profiles.ts'
import { forecastBill } from './forecast-bill.ts'
import { countForecast, emptyTally, type JudgedForecasts } from './forecast-tally-testing.ts'
import { createMarketPrices } from './market-prices-testing.ts'
import { computeRunningBill, emptyEnergy, type PartEnergy, type RunningSupply, splitIntoParts } from './running-bill.ts'

const curveMonths = 24
/** Forecasts need 28 measured days. */
const firstBill = 2
/** Prices are published for tomorrow, and use is known three days later. */
const lagDays = 4

/** The prices of a bill: those of its product, or what is added to the market price of each hour. */
export type PriceKind = 'fixed' | 'market'

/**
 * Forecasts the bills of demo supplies over two years of curves, as they would have been made after some days of each
 * month, and compares them with the bills of the whole months. Another seed is another demo.
 */
export function judgeForecasts({
  prices,
  points,
  measuredDays,
  seed,
}: {
  prices: PriceKind
  points: number
  measuredDays: readonly number[]
  seed: string
}): JudgedForecasts[] {
  return withDemoSeed(seed, () => {
    const calendar = createDemoCalendar('2026-11-28', curveMonths)
    const supplies = createDemoCustomers(calendar, points).flatMap(({ supplies: own }) => own.filter(isMetered))
    const market = prices === 'market' ? createMarketPrices(calendar.firstDay, calendar.lastDay) : null
    const judged = measuredDays.map(emptyTally)
    for (const supply of supplies) {
      const history = historyOf(supply, calendar, market)
      for (const { firstDay } of calendar.months.slice(firstBill))
        for (const result of judged) judgeBill(history, firstDay, result)
    }
    return judged
  })
}

type MeteredSupply = DemoSupply & { meter: DemoCurve & { kind: string } }

function isMetered(supply: DemoSupply): supply is MeteredSupply {
  return (supply.meter.kind === 'curve' || supply.meter.kind === 'reading') && supply.state === 'activa'
}

type History = {
  name: string
  supply: RunningSupply
  days: Map<MarketDay, StoredDay>
  profiles: DayProfile[]
  market: MarketPrices | null
}

function historyOf(supply: MeteredSupply, { firstDay, lastDay }: DemoCalendar, market: MarketPrices | null): History {
  const zone = zoneOfProvince(supply.address.provinceCode)
  const stored = daysFrom(firstDay, lastDay).map((day): StoredDay => measureDay(supply, day))
  const product = products.find(({ name }) => name === supply.product)!
  const prices = (product.prices ?? [])
    .filter(({ tariff }) => tariff === supply.tariff)
    .map(
      ({ tariff, validFrom, ...terms }): DatedPrices => ({
        tariff,
        validFrom,
        terms: market ? addedTo(terms as unknown as ElectricityPrices) : (terms as unknown as ElectricityPrices),
      }),
    )
  return {
    name: supply.contract,
    supply: {
      ...{ zone, prices, followsMarket: market !== null, lastLines: null, bill: { content: { productName: '' } } },
      contract: {
        ...{ startsOn: firstDay, endsOn: null, productName: '', promotion: null, hasChosenHours: false },
        tariffs: [{ fromDay: '1900-01-01', value: supply.tariff }],
        powers: [{ fromDay: '1900-01-01', value: supply.powerWatts, isExact: true }],
      },
    },
    days: new Map(stored.map((day) => [day.day, day])),
    profiles: stored.flatMap((day) => profileOf(day, timeZoneOfTariffZone(zone), market) ?? []),
    market,
  }
}

/** Tolls, charges and margin: what is left of a price without the market. */
function addedTo(terms: ElectricityPrices): ElectricityPrices {
  return { ...terms, energyEurPerKwh: terms.energyEurPerKwh.map((eur) => (Number(eur) * 0.45).toFixed(6)) }
}

function judgeBill({ name, supply, days, profiles, market }: History, firstDay: MarketDay, result: JudgedForecasts) {
  const lastDay = lastOfMonth(firstDay)
  const bill = { firstDay, lastDay, dueDay: addMonths(firstDay, 1) }
  const parts = splitIntoParts(supply, bill)!
  const measuredUntil = addDays(firstDay, result.measured - 1)
  const energyUntil = (until: MarketDay) =>
    parts.map((part): PartEnergy => {
      const energy = emptyEnergy(part)
      for (const day of daysFrom(part.firstDay, part.lastDay)) {
        if (day > until) continue
        const terms = { tariff: part.tariff, zone: supply.zone }
        const { importPeriodWh, exportPeriodWh } = computeDayTotals(days.get(day)!, terms)
        const marketEur = market && marketCostOf(days.get(day)!, market, terms)
        for (const [index, eur] of (marketEur ?? []).entries()) energy.marketEur[index]! += eur
        for (const [index, wh] of importPeriodWh.entries()) energy.energyWh[index]! += wh
        energy.surplusWh += (exportPeriodWh ?? []).reduce((sum, wh) => sum + wh, 0)
      }
      return energy
    })
  const actual = computeRunningBill(
    supply,
    { parts, energy: energyUntil(lastDay), dueDay: bill.dueDay },
    demoFigures,
  )!.totalCents
  const forecast = forecastBill(
    {
      ...{ supply, bill, parts, measuredUntil, measured: energyUntil(measuredUntil), seed: `${name} ${measuredUntil}` },
      measuredDays: new Set(result.measured === 0 ? [] : daysFrom(firstDay, measuredUntil)),
      profiles: profiles.filter(({ day }) => day <= measuredUntil),
      market: market && new Map([...market].filter(([day]) => day <= addDays(measuredUntil, lagDays))),
    },
    demoFigures,
  )
  if ('reason' in forecast) return
  countForecast(result, { ...forecast, actualCents: actual })
}
