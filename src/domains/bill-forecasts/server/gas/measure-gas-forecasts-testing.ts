import { createDemoCalendar } from '#db/demo/calendar.ts'
import { products } from '#db/demo/customers/catalogue.ts'
import { createDemoCustomers } from '#db/demo/customers/demo-customers.ts'
import { demoFigures } from '#db/demo/invoices/demo-figures.ts'
import { type DemoDay, demoDayOf } from '#db/demo/loads/demo-day.ts'
import { createRandom, type Random, withDemoSeed } from '#db/demo/random.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { addDays, addMonths, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import { countForecast, emptyTally, type JudgedForecasts } from '../forecast/forecast-tally-testing.ts'
import type { RunningSupply } from '../forecast/running-bill.ts'
import type { KnownSpan } from './known-gas.ts'
import { computeGasBillToCome } from './open-gas-bill.ts'
import { splitIntoGasParts } from './running-gas-bill.ts'

type GasSupply = { name: string; tariff: string; wattHoursOn: (today: DemoDay, random: Random) => number }

const calendarMonths = 24

/** Supplies that the demo has not: each uses gas for something else. */
const otherSupplies: GasSupply[] = [
  {
    ...{ name: 'a home whose people come and go', tariff: 'RL.2' },
    wattHoursOn: ({ meanC, isSunday, isSaturday }, random) =>
      (random.share() < 0.05 ? 0.4 : 1) *
      ((isSunday || isSaturday ? 7_000 : 5_000) * random.between(0.6, 1.4) +
        4_200 * Math.max(0, 16.5 - meanC) * random.between(0.8, 1.2)),
  },
  {
    ...{ name: 'cooking and hot water', tariff: 'RL.1' },
    wattHoursOn: (_, random) => (random.share() < 0.08 ? 0 : 3_500 * random.between(0.4, 1.6)),
  },
  {
    ...{ name: 'a house of some weekends', tariff: 'RL.2' },
    wattHoursOn: ({ meanC, isSunday, isSaturday }, random) =>
      (isSunday || isSaturday) && random.share() < 0.7 ? 9_000 + 5_000 * Math.max(0, 17 - meanC) : 400,
  },
  {
    ...{ name: 'a bakery', tariff: 'RL.3' },
    wattHoursOn: ({ meanC, isSunday }, random) =>
      isSunday ? 2_000 : 60_000 * random.between(0.8, 1.15) + 900 * Math.max(0, 15 - meanC),
  },
]

/**
 * Forecasts the bills of gas supplies over two years, of months and of two months, as they would have been made with the
 * readings of the bills before, and with one of the customer after so many days. Another seed is another weather.
 */
export function judgeGasForecasts({
  measuredDays,
  seed,
}: {
  measuredDays: readonly number[]
  seed: string
}): JudgedForecasts[] {
  return withDemoSeed(seed, () => {
    const judged = measuredDays.map(emptyTally)
    for (const supply of [...demoSupplies(), ...otherSupplies])
      for (const monthsOfBill of [1, 2]) for (const tally of judged) judgeSupply(supply, monthsOfBill, tally)
    return judged
  })
}

function demoSupplies(): GasSupply[] {
  return createDemoCustomers(createDemoCalendar('2026-11-28', calendarMonths), 0).flatMap(({ supplies }) =>
    supplies.flatMap(({ cups, tariff, meter }) =>
      meter.kind === 'gas' ? [{ name: cups, tariff, wattHoursOn: meter.dailyWh }] : [],
    ),
  )
}

function judgeSupply({ name, tariff, wattHoursOn }: GasSupply, monthsOfBill: number, tally: JudgedForecasts) {
  const start = createDemoCalendar('2026-11-28', calendarMonths).firstDay
  const spanOf = (firstDay: MarketDay, lastDay: MarketDay): KnownSpan => ({
    ...{ firstDay, lastDay },
    energyWh: daysFrom(firstDay, lastDay).reduce(
      (sum, day) => sum + Math.max(0, wattHoursOn(demoDayOf(day, 60), createRandom('gas', name, day))),
      0,
    ),
  })
  const spans = Array.from({ length: calendarMonths / monthsOfBill }, (_, index) => {
    const firstDay = addMonths(start, index * monthsOfBill)
    return spanOf(firstDay, addDays(addMonths(firstDay, monthsOfBill), -1))
  })
  const supply = supplyOf(tariff, start)
  for (const [index, { firstDay, lastDay }] of spans.entries()) {
    const bill = { firstDay, lastDay, dueDay: addDays(lastDay, 20) }
    const parts = splitIntoGasParts(supply, bill)!
    const read = tally.measured === 0 ? [] : [spanOf(firstDay, addDays(firstDay, tally.measured - 1))]
    const toComeWith = (known: KnownSpan[]) =>
      computeGasBillToCome(
        {
          ...{ bill, supply, parts, yesterday: addDays(firstDay, tally.measured - 1) },
          known: { spans: known, ownReading: null, estimated: [] },
        },
        { seed: `${name} ${firstDay} ${tally.measured}`, figures: demoFigures },
      )
    const [toCome, whole] = [toComeWith([...spans.slice(0, index), ...read]), toComeWith(spans.slice(0, index + 1))]
    if (typeof toCome === 'string' || typeof whole === 'string') throw new RangeError('A price is not known')
    if ('reason' in toCome.forecast) continue
    if ('reason' in whole.forecast) throw new RangeError('A bill that is read needs no forecast')
    countForecast(tally, { ...toCome.forecast, actualCents: whole.forecast.expected.totalCents })
  }
}

function supplyOf(tariff: string, startsOn: MarketDay): RunningSupply {
  const { prices = [] } = products.find(({ name }) => name === 'GAS CLAR')!
  return {
    ...{ zone: 'peninsula', lastLines: null, followsMarket: false, bill: { content: { productName: '' } } },
    prices: prices
      .filter((price) => price.tariff === tariff)
      .map(({ validFrom, tariff: name, ...terms }) => ({
        ...{ validFrom, tariff: name },
        terms: { discounts: {}, ...terms } as unknown as GasPrices,
      })),
    contract: {
      ...{ startsOn, endsOn: null, productName: '', promotion: null, hasChosenHours: false, powers: [] },
      tariffs: [{ fromDay: '1900-01-01', value: tariff }],
    },
  }
}
