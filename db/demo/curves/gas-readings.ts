import type { GasReading } from '#domains/consumption/gas-reading.ts'
import { addDays, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../cast/demo-holder.ts'
import { todayOf } from '../loads/today.ts'
import { randomOf } from '../random.ts'

/** What a gas meter showed on a day. */
export type DemoGasReading = GasReading & { cups: string }

// What the pressure of a home and the height of inland Catalonia make of a normal cubic metre.
const pressureFactor = 0.9799

/**
 * The readings at the end of every month of the supplies of gas. Meters are read in whole cubic metres, which the factor of the
 * month turns into whole kWh: those are billed.
 */
export function gasReadings(supplies: readonly DemoSupply[], { firstDay, months }: DemoCalendar): DemoGasReading[] {
  return supplies.flatMap((supply) => {
    const { startsOn, meter, cups } = supply
    if (meter.kind !== 'gas' || startsOn === null) return []
    const begins = startsOn > firstDay ? startsOn : firstDay
    let litres = randomOf('gas register', cups).whole(1_000_000, 6_000_000)
    const readings = [readingOf(cups, addDays(begins, -1), wholeCubicMetres(litres), null)]
    for (const month of months.filter(({ lastDay }) => lastDay >= begins)) {
      const factor = factorOf(month.firstDay)
      const first = month.firstDay > begins ? month.firstDay : begins
      const wh = daysFrom(first, addDays(month.lastDay, 1)).reduce((sum, day) => sum + meter.whOn(todayOf(day, 60)), 0)
      const before = wholeCubicMetres(litres)
      litres += wh / factor.factorKwhPerM3
      readings.push(
        readingOf(cups, month.lastDay, wholeCubicMetres(litres), {
          ...factor,
          litres: wholeCubicMetres(litres) - before,
        }),
      )
    }
    return readings
  })
}

function wholeCubicMetres(litres: number): number {
  return Math.floor(litres / 1000) * 1000
}

/** The gas of a month in a zone: its calorific value moves little. */
function factorOf(month: MarketDay) {
  const calorificKwhPerM3 = randomOf('calorific value', month).whole(11_550, 11_850) / 1000
  return { calorificKwhPerM3, factorKwhPerM3: Math.round(calorificKwhPerM3 * pressureFactor * 1_000_000) / 1_000_000 }
}

type Counted = ReturnType<typeof factorOf> & { litres: number }

function readingOf(cups: string, day: MarketDay, registerLitres: number, counted: Counted | null): DemoGasReading {
  return {
    cups,
    day,
    registerLitres,
    factorKwhPerM3: counted?.factorKwhPerM3 ?? null,
    calorificKwhPerM3: counted?.calorificKwhPerM3 ?? null,
    energyWh: counted && Math.round((counted.litres * counted.factorKwhPerM3) / 1000) * 1000,
    isEstimated: false,
  }
}
