import type { StoredDay } from '#domains/consumption/curve.ts'
import { isPanelSource } from '#domains/consumption/merge-sources.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** The energy of a day by hour, in Wh. Null is an hour that was not measured: missing, estimated or provisional. */
export type MeasuredDay = { day: MarketDay; hoursWh: (number | null)[]; exportsEnergy: boolean }

/** Returns the measured hours of stored days. What panels covered is no energy used. */
export function measuredDaysOf(days: readonly StoredDay[]): MeasuredDay[] {
  return days.filter(({ source }) => !isPanelSource(source)).map(measuredDayOf)
}

function measuredDayOf(stored: StoredDay): MeasuredDay {
  const { day, importWh, exportWh, stepMinutes } = stored
  const size = 60 / stepMinutes
  const hoursWh = Array.from({ length: importWh.length / size }, (_, hour) => sumMeasured(stored, hour * size, size))
  return { day, hoursWh, exportsEnergy: exportWh?.some((wh) => wh !== null && wh > 0) ?? false }
}

function sumMeasured({ importWh, quality }: StoredDay, from: number, size: number): number | null {
  let sum = 0
  for (let index = from; index < from + size; index++) {
    const wh = importWh[index]
    if (wh === null || wh === undefined || (quality !== null && quality[index] !== 'R')) return null
    sum += wh
  }
  return sum
}

/** Returns what a day used, or null unless each of its hours was measured. */
export function totalWhOf({ hoursWh }: MeasuredDay): number | null {
  return hoursWh.reduce<number | null>((sum, wh) => (sum === null || wh === null ? null : sum + wh), 0)
}
