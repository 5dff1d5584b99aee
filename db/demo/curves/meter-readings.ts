import { dayTotals } from '#domains/consumption/server/day-totals.ts'
import { addMonths, daysFrom, firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { energyTariffs, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../cast/demo-holder.ts'
import { meteredDay } from '../loads/metered-day.ts'
import { randomOf } from '../random.ts'

/** What the registers of a meter, one per tariff period, showed as a day began. */
export type DemoReading = { cups: string; day: MarketDay; registerWh: number[] }

/** The readings on the first of every month of the supplies of electricity that are billed by them. */
export function meterReadings(supplies: readonly DemoSupply[], { firstDay, months }: DemoCalendar): DemoReading[] {
  const read = supplies.filter(({ meter }) => meter.kind === 'reading')
  const registers = new Map(read.map(({ cups, powerWatts }) => [cups, firstRegister(cups, powerWatts.length)]))
  const readings: DemoReading[] = []
  const until = addMonths(months.at(-1)!.firstDay, 1)
  for (const day of daysFrom(firstDay, until)) {
    for (const supply of read) {
      if (supply.startsOn === null || day < supply.startsOn) continue
      const registerWh = registers.get(supply.cups)!
      if (day === firstOfMonth(day)) readings.push({ cups: supply.cups, day, registerWh: [...registerWh] })
      for (const [period, wh] of energyOn(supply, day).entries()) registerWh[period]! += wh
    }
  }
  return readings
}

/** No meter starts at zero when a retailer takes it over. */
function firstRegister(cups: string, powerCount: number): number[] {
  const registers = powerCount === 2 ? 3 : 6
  const random = randomOf('register', cups)
  return Array.from({ length: registers }, () => random.whole(1_000_000, 20_000_000))
}

function energyOn(supply: DemoSupply, day: MarketDay): number[] {
  const { meter, place } = supply
  if (meter.kind !== 'reading') return []
  const tariff = energyTariffs.find((known) => known === supply.tariff)!
  return dayTotals(meteredDay({ ...supply, meter }, day), {
    zone: zoneOfProvince(place.provinceCode),
    tariff,
  }).importPeriodWh
}
