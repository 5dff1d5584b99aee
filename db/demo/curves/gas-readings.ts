import type { GasReading } from '#domains/consumption/gas-reading.ts'
import { addDays, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { DemoCalendar } from '../calendar.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'
import { demoDayOf } from '../loads/demo-day.ts'
import { createRandom } from '../random.ts'

/** A reading of a gas meter on a day. */
export type DemoGasReading = GasReading & { cups: string }

// Correction of a normal cubic metre for the pressure at a home and the altitude of inland Catalonia.
const pressureFactor = 0.9799

/**
 * Returns the readings of the gas supplies at the end of every month. Meters are read in whole cubic metres, which the
 * conversion factor of the month turns into the whole kWh that are billed.
 */
export function createGasReadings(
  supplies: readonly DemoSupply[],
  { firstDay, months }: DemoCalendar,
): DemoGasReading[] {
  return supplies.flatMap((supply) => {
    const { startsOn, meter, cups } = supply
    if (meter.kind !== 'gas' || startsOn === null) return []
    const begins = startsOn > firstDay ? startsOn : firstDay
    let litres = createRandom('gas register', cups).wholeNumber(1_000_000, 6_000_000)
    const readings = [createReading(cups, addDays(begins, -1), roundToCubicMetres(litres), null)]
    for (const month of months.filter(({ lastDay }) => lastDay >= begins)) {
      const factor = factorOf(month.firstDay)
      const first = month.firstDay > begins ? month.firstDay : begins
      const wh = daysFrom(first, addDays(month.lastDay, 1)).reduce(
        (sum, day) => sum + meter.dailyWh(demoDayOf(day, 60)),
        0,
      )
      const before = roundToCubicMetres(litres)
      litres += wh / factor.factorKwhPerM3
      readings.push(
        createReading(cups, month.lastDay, roundToCubicMetres(litres), {
          ...factor,
          litres: roundToCubicMetres(litres) - before,
        }),
      )
    }
    return readings
  })
}

function roundToCubicMetres(litres: number): number {
  return Math.floor(litres / 1000) * 1000
}

/** The conversion factor of a month in a zone: its calorific value varies little. */
function factorOf(month: MarketDay) {
  const calorificKwhPerM3 = createRandom('calorific value', month).wholeNumber(11_550, 11_850) / 1000
  return { calorificKwhPerM3, factorKwhPerM3: Math.round(calorificKwhPerM3 * pressureFactor * 1_000_000) / 1_000_000 }
}

type MeteredVolume = ReturnType<typeof factorOf> & { litres: number }

function createReading(
  cups: string,
  day: MarketDay,
  registerLitres: number,
  volume: MeteredVolume | null,
): DemoGasReading {
  return {
    cups,
    day,
    registerLitres,
    factorKwhPerM3: volume?.factorKwhPerM3 ?? null,
    calorificKwhPerM3: volume?.calorificKwhPerM3 ?? null,
    energyWh: volume && Math.round((volume.litres * volume.factorKwhPerM3) / 1000) * 1000,
    isEstimated: false,
  }
}
