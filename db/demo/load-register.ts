import type { Database } from '#db/database.ts'
import { hoursByPeriod, spreadOverHours } from '#domains/offers/rules.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { electricityAccessTariffs, gasTariffForYear } from '#vocabulary/access-tariffs.ts'
import { type Cups, cups20, makeCups } from '#vocabulary/cups.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { villages } from './cast/villages.ts'
import { type Random, randomOf } from './random.ts'

/** Supplies of others that the demo's register knows, beside those that the README names. */
const pointsOfEachKind = 150

type Point = {
  cups: string
  energy: 'electricity' | 'gas'
  postcode: string
  tariffCode: string
  powerWatts: number[]
  yearKwh: number
  selfConsumptionCode?: string
  isSwitching?: boolean
}

/** The supplies that one tries things out with; the README tells of each what it shows. */
const named: readonly Point[] = [
  home(1, { yearKwh: 2_900 }),
  home(2, { yearKwh: 3_400, isSwitching: true }),
  home(3, { yearKwh: 2_100, selfConsumptionCode: '41' }),
  { ...home(4, { yearKwh: 38_000 }), tariffCode: '019', powerWatts: [20_000, 20_000, 20_000, 20_000, 20_000, 20_000] },
  gas(1, { yearKwh: 9_500 }),
]

/** Loads a register of supplies with what each used in the last twelve whole months. */
export async function loadRegister(db: Database, { today }: { today: MarketDay }) {
  const numbers = Array.from({ length: pointsOfEachKind }, (_, index) => index + 100)
  const hoursByTariff = countHours(today)
  const points = [...named, ...numbers.flatMap((number) => [inventedHome(number), inventedGas(number)])]
  await upsertRows(db, {
    table: 'register_point',
    key: ['cups20'],
    rows: points.map((point) => ({
      cups20: cups20(point.cups),
      energy: point.energy,
      tariff_code: point.tariffCode,
      power_watts: point.powerWatts,
      distributor_code: point.cups.slice(2, 6),
      postcode: point.postcode,
      self_consumption_code: point.selfConsumptionCode ?? '00',
      is_switching: point.isSwitching ?? false,
      in_file_of: firstOfMonth(today),
    })),
  })
  await upsertRows(db, {
    table: 'register_month',
    key: ['cups20', 'last_day'],
    rows: points.flatMap((point) => monthsOf(point, { today, hoursByTariff })),
  })
}

/** Winter takes more than summer: a month's share of the year, January first. */
const monthShares = [0.105, 0.095, 0.09, 0.075, 0.07, 0.07, 0.085, 0.085, 0.07, 0.07, 0.085, 0.1]

function monthsOf(point: Point, { today, hoursByTariff }: { today: MarketDay; hoursByTariff: HoursByTariff }) {
  const newest = addDays(firstOfMonth(today), -1)
  return monthShares.map((_, back) => {
    const lastDay = lastOfMonth(addMonths(newest, -back))
    const monthWh = Math.round(point.yearKwh * 1_000 * monthShares[Number(lastDay.slice(5, 7)) - 1]!)
    return {
      cups20: cups20(point.cups),
      first_day: firstOfMonth(lastDay),
      last_day: lastDay,
      energy_wh: byPeriod(point, monthWh, hoursByTariff),
    }
  })
}

function byPeriod({ energy, tariffCode }: Point, wh: number, hoursByTariff: HoursByTariff): number[] {
  return energy === 'gas' ? [wh] : spreadOverHours(hoursByTariff.get(tariffCode)!, wh)
}

/** The hours of the last year by period, of each electricity tariff by its code: the same for all points, and long to count. */
type HoursByTariff = ReadonlyMap<string, readonly number[]>

function countHours(today: MarketDay): HoursByTariff {
  return new Map(
    electricityAccessTariffs.map(({ code, name }) => [code, hoursByPeriod({ tariff: name, zone: 'peninsula', today })]),
  )
}

/** The CUPS of a home of the register; those from 100 on have no other story. */
export function homeCups(number: number): Cups {
  return makeCups('0021', `9900000${String(number).padStart(5, '0')}`)
}

/** The same of a supply of gas. */
export function gasCups(number: number): Cups {
  return makeCups('0217', `9900001${String(number).padStart(5, '0')}`)
}

function home(number: number, given: Pick<Point, 'yearKwh'> & Partial<Point>): Point {
  return {
    cups: homeCups(number),
    energy: 'electricity',
    postcode: '28013',
    tariffCode: '018',
    powerWatts: [4_600, 4_600],
    ...given,
  }
}

function gas(number: number, { yearKwh, ...given }: Pick<Point, 'yearKwh'> & Partial<Point>): Point {
  return {
    cups: gasCups(number),
    energy: 'gas',
    postcode: '28013',
    tariffCode: gasTariffForYear(yearKwh * 1_000).code,
    powerWatts: [],
    yearKwh,
    ...given,
  }
}

function inventedHome(number: number): Point {
  const random = randomOf('register', 'electricity', number)
  const watts = random.pick([3_450, 4_600, 5_750, 6_900])
  return home(number, { postcode: postcodeOf(random), powerWatts: [watts, watts], yearKwh: random.whole(900, 5_200) })
}

function inventedGas(number: number): Point {
  const random = randomOf('register', 'gas', number)
  return gas(number, { postcode: postcodeOf(random), yearKwh: random.whole(2_000, 22_000) })
}

function postcodeOf(random: Random): string {
  return random.pick(villages).postcode
}
