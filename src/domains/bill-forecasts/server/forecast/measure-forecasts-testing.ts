import { createDemoCalendar } from '#db/demo/calendar.ts'
import { products } from '#db/demo/customers/catalogue.ts'
import { createDemoCustomers } from '#db/demo/customers/demo-customers.ts'
import type { DemoCurve, DemoSupply } from '#db/demo/customers/demo-holder.ts'
import { demoFigures } from '#db/demo/invoices/demo-figures.ts'
import { measureDay } from '#db/demo/loads/measure-day.ts'
import type { DatedPrices } from '#domains/bill-checks/server/check/bill-facts.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { addDays, addMonths, daysFrom, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type DayProfile, profileOf } from './day-profiles.ts'
import { forecastBill } from './forecast-bill.ts'
import { computeRunningBill, emptyEnergy, type PartEnergy, type RunningSupply, splitIntoParts } from './running-bill.ts'

/** How the forecasts of bills came out that were made when so many days of the month were measured. */
export type JudgedForecasts = {
  measured: number
  bills: number
  below: number
  inside: number
  above: number
  width: number
  error: number
}

const curveMonths = 24
/** Forecasts need 28 measured days. */
const firstBill = 2

/**
 * Forecasts the bills of demo supplies over two years of curves, as they would have been made after some days of each
 * month, and compares them with the bills of the whole months.
 */
export function judgeForecasts({
  points,
  measuredDays,
}: {
  points: number
  measuredDays: readonly number[]
}): JudgedForecasts[] {
  const calendar = createDemoCalendar('2026-11-28', curveMonths)
  const supplies = createDemoCustomers(calendar, points).flatMap(({ supplies: own }) => own.filter(isMetered))
  const judged = measuredDays.map((measured) => ({
    measured,
    bills: 0,
    below: 0,
    inside: 0,
    above: 0,
    width: 0,
    error: 0,
  }))
  for (const supply of supplies) {
    const history = historyOf(supply, calendar.firstDay, calendar.lastDay)
    for (const { firstDay } of calendar.months.slice(firstBill))
      for (const result of judged) judgeBill(history, firstDay, result)
  }
  return judged.map((each) => ({ ...each, width: each.width / each.bills, error: each.error / each.bills }))
}

type MeteredSupply = DemoSupply & { meter: DemoCurve & { kind: string } }

function isMetered(supply: DemoSupply): supply is MeteredSupply {
  return (supply.meter.kind === 'curve' || supply.meter.kind === 'reading') && supply.state === 'activa'
}

type History = { name: string; supply: RunningSupply; days: Map<MarketDay, StoredDay>; profiles: DayProfile[] }

function historyOf(supply: MeteredSupply, firstDay: MarketDay, lastDay: MarketDay): History {
  const zone = zoneOfProvince(supply.address.provinceCode)
  const stored = daysFrom(firstDay, lastDay).map((day): StoredDay => measureDay(supply, day))
  const product = products.find(({ name }) => name === supply.product)!
  const prices = (product.prices ?? [])
    .filter(({ tariff }) => tariff === supply.tariff)
    .map(
      ({ tariff, validFrom, ...terms }): DatedPrices => ({
        tariff,
        validFrom,
        terms: terms as unknown as DatedPrices['terms'],
      }),
    )
  return {
    name: supply.contract,
    supply: {
      ...{ zone, prices, lastLines: null, bill: { content: { productName: '' } } },
      contract: {
        ...{ startsOn: firstDay, endsOn: null, productName: '', promotion: null, hasChosenHours: false },
        tariffs: [{ fromDay: '1900-01-01', value: supply.tariff }],
        powers: [{ fromDay: '1900-01-01', value: supply.powerWatts, isExact: true }],
      },
    },
    days: new Map(stored.map((day) => [day.day, day])),
    profiles: stored.flatMap((day) => profileOf(day, timeZoneOfTariffZone(zone)) ?? []),
  }
}

function judgeBill({ name, supply, days, profiles }: History, firstDay: MarketDay, result: JudgedForecasts) {
  const lastDay = lastOfMonth(firstDay)
  const bill = { firstDay, lastDay, dueDay: addMonths(firstDay, 1) }
  const parts = splitIntoParts(supply, bill)!
  const measuredUntil = addDays(firstDay, result.measured - 1)
  const energyUntil = (until: MarketDay) =>
    parts.map((part): PartEnergy => {
      const energy = emptyEnergy(part)
      for (const day of daysFrom(part.firstDay, part.lastDay)) {
        if (day > until) continue
        const { importPeriodWh, exportPeriodWh } = computeDayTotals(days.get(day)!, {
          tariff: part.tariff,
          zone: supply.zone,
        })
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
    },
    demoFigures,
  )
  if ('reason' in forecast) return
  const { lowCents, highCents, expected } = forecast
  result.bills += 1
  if (actual < lowCents) result.below += 1
  else if (actual > highCents) result.above += 1
  else result.inside += 1
  result.width += (highCents - lowCents) / actual
  result.error += Math.abs(expected.totalCents - actual) / actual
}
