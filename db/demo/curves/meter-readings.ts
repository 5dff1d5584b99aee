import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { addMonths, daysFrom, firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { energyTariffs, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'
import { measureDay } from '../loads/measure-day.ts'
import { createRandom } from '../random.ts'

/** The register values of a meter at the start of a day, one per tariff period. */
export type DemoReading = { cups: string; day: MarketDay; registerWh: number[] }

/** Returns the readings on the first of every month of the electricity supplies that are billed by readings. */
export function createMeterReadings(
  supplies: readonly DemoSupply[],
  { firstDay, months }: DemoCalendar,
): DemoReading[] {
  const readSupplies = supplies.filter(({ meter }) => meter.kind === 'reading')
  const registers = new Map(readSupplies.map(({ cups, powerWatts }) => [cups, firstRegister(cups, powerWatts.length)]))
  const readings: DemoReading[] = []
  const until = addMonths(months.at(-1)!.firstDay, 1)
  for (const day of daysFrom(firstDay, until)) {
    for (const supply of readSupplies) {
      if (supply.startsOn === null || day < supply.startsOn) continue
      const registerWh = registers.get(supply.cups)!
      if (day === firstOfMonth(day)) readings.push({ cups: supply.cups, day, registerWh: [...registerWh] })
      for (const [period, wh] of energyOn(supply, day).entries()) registerWh[period]! += wh
    }
  }
  return readings
}

/** No meter is at zero when a retailer takes over the supply. */
function firstRegister(cups: string, powerCount: number): number[] {
  const registers = powerCount === 2 ? 3 : 6
  const random = createRandom('register', cups)
  return Array.from({ length: registers }, () => random.wholeNumber(1_000_000, 20_000_000))
}

function energyOn(supply: DemoSupply, day: MarketDay): number[] {
  const { meter, address } = supply
  if (meter.kind !== 'reading') return []
  const tariff = energyTariffs.find((energyTariff) => energyTariff === supply.tariff)!
  return computeDayTotals(measureDay({ ...supply, meter }, day), {
    zone: zoneOfProvince(address.provinceCode),
    tariff,
  }).importPeriodWh
}
