import type { Database } from '#db/database.ts'
import { hoursByPeriod, spreadOverHours } from '#domains/offers/rules.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { electricityAccessTariffs, gasTariffForYear } from '#vocabulary/access-tariffs.ts'
import { type Cups, cups20, makeCups } from '#vocabulary/cups.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { villages } from './customers/villages.ts'
import { createRandom, type Random } from './random.ts'

/**
 * The number of third-party supply points of each kind in the demo's register, in addition to those documented in the
 * README.
 */
const pointsOfEachKind = 150

type RegisterPoint = {
  cups: string
  energy: 'electricity' | 'gas'
  postcode: string
  tariffCode: string
  powerWatts: number[]
  yearKwh: number
  selfConsumptionCode?: string
  isSwitching?: boolean
}

/** The supply points to try things out with; the README documents what each of them shows. */
const documentedPoints: readonly RegisterPoint[] = [
  createHome(1, { yearKwh: 2_900 }),
  createHome(2, { yearKwh: 3_400, isSwitching: true }),
  createHome(3, { yearKwh: 2_100, selfConsumptionCode: '41' }),
  {
    ...createHome(4, { yearKwh: 38_000 }),
    tariffCode: '019',
    powerWatts: [20_000, 20_000, 20_000, 20_000, 20_000, 20_000],
  },
  createGasPoint(1, { yearKwh: 9_500 }),
]

/** Loads a supply register with the consumption of each supply point in the last twelve whole months. */
export async function loadRegister(db: Database, { today }: { today: MarketDay }) {
  const numbers = Array.from({ length: pointsOfEachKind }, (_, index) => index + 100)
  const hoursByTariff = countHours(today)
  const points = [
    ...documentedPoints,
    ...numbers.flatMap((number) => [createRandomHome(number), createRandomGasPoint(number)]),
  ]
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

/** Consumption is higher in winter than in summer: the share of each month in the year, January first. */
const monthShares = [0.105, 0.095, 0.09, 0.075, 0.07, 0.07, 0.085, 0.085, 0.07, 0.07, 0.085, 0.1]

function monthsOf(point: RegisterPoint, { today, hoursByTariff }: { today: MarketDay; hoursByTariff: HoursByTariff }) {
  const newest = addDays(firstOfMonth(today), -1)
  return monthShares.map((_, back) => {
    const lastDay = lastOfMonth(addMonths(newest, -back))
    const monthWh = Math.round(point.yearKwh * 1_000 * monthShares[Number(lastDay.slice(5, 7)) - 1]!)
    return {
      cups20: cups20(point.cups),
      first_day: firstOfMonth(lastDay),
      last_day: lastDay,
      energy_wh: splitByPeriod(point, monthWh, hoursByTariff),
    }
  })
}

function splitByPeriod({ energy, tariffCode }: RegisterPoint, wh: number, hoursByTariff: HoursByTariff): number[] {
  return energy === 'gas' ? [wh] : spreadOverHours(hoursByTariff.get(tariffCode)!, wh)
}

/**
 * The hours of the last year by period, for each electricity tariff by its code. They are the same for all supply
 * points and slow to compute.
 */
type HoursByTariff = ReadonlyMap<string, readonly number[]>

function countHours(today: MarketDay): HoursByTariff {
  return new Map(
    electricityAccessTariffs.map(({ code, name }) => [code, hoursByPeriod({ tariff: name, zone: 'peninsula', today })]),
  )
}

/** Returns the CUPS of a home in the register. Those from number 100 on have no special characteristics. */
export function homeCupsOf(number: number): Cups {
  return makeCups('0021', `9900000${String(number).padStart(5, '0')}`)
}

/** Returns the CUPS of a gas supply in the register. */
export function gasCupsOf(number: number): Cups {
  return makeCups('0217', `9900001${String(number).padStart(5, '0')}`)
}

function createHome(number: number, overrides: Pick<RegisterPoint, 'yearKwh'> & Partial<RegisterPoint>): RegisterPoint {
  return {
    cups: homeCupsOf(number),
    energy: 'electricity',
    postcode: '28013',
    tariffCode: '018',
    powerWatts: [4_600, 4_600],
    ...overrides,
  }
}

function createGasPoint(
  number: number,
  { yearKwh, ...overrides }: Pick<RegisterPoint, 'yearKwh'> & Partial<RegisterPoint>,
): RegisterPoint {
  return {
    cups: gasCupsOf(number),
    energy: 'gas',
    postcode: '28013',
    tariffCode: gasTariffForYear(yearKwh * 1_000).code,
    powerWatts: [],
    yearKwh,
    ...overrides,
  }
}

function createRandomHome(number: number): RegisterPoint {
  const random = createRandom('register', 'electricity', number)
  const watts = random.pick([3_450, 4_600, 5_750, 6_900])
  return createHome(number, {
    postcode: postcodeOf(random),
    powerWatts: [watts, watts],
    yearKwh: random.wholeNumber(900, 5_200),
  })
}

function createRandomGasPoint(number: number): RegisterPoint {
  const random = createRandom('register', 'gas', number)
  return createGasPoint(number, { postcode: postcodeOf(random), yearKwh: random.wholeNumber(2_000, 22_000) })
}

function postcodeOf(random: Random): string {
  return random.pick(villages).postcode
}
