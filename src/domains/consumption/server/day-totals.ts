import { localHourOf } from '#vocabulary/market-time.ts'
import { type EnergyTariff, energyPeriodAt, energyPeriodCount, type Period } from '#vocabulary/tariff-periods.ts'
import type { CurveDay } from '../curve.ts'
import type { MeteredPoint } from './supply-points.ts'

/** What a day comes to: energy by tariff period, P1 first, and how many of its intervals say nothing. */
export type DayTotals = {
  importPeriodWh: number[]
  exportPeriodWh: number[] | null
  reactiveTotalVarh: number | null
  missingIntervals: number
}

type Values = Pick<CurveDay, 'day' | 'stepMinutes' | 'importWh' | 'exportWh' | 'reactiveVarh'>

/** The totals of a day by the periods of its tariff; a missing interval adds nothing and is counted. */
export function dayTotals(values: Values, point: MeteredPoint): DayTotals {
  const tariff = point.tariffOn(values.day)
  const periods = periodsOf(values, tariff, point)
  return {
    importPeriodWh: sumsByPeriod(values.importWh, periods, tariff),
    exportPeriodWh: values.exportWh && sumsByPeriod(values.exportWh, periods, tariff),
    reactiveTotalVarh: values.reactiveVarh?.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? null,
    missingIntervals: values.importWh.filter((value, index) => value === null && values.exportWh?.[index] == null)
      .length,
  }
}

/** The tariff period of each interval of a day. */
export function periodsOf(
  { day, stepMinutes, importWh }: Pick<CurveDay, 'day' | 'stepMinutes' | 'importWh'>,
  tariff: EnergyTariff,
  { zone, timeZone }: Pick<MeteredPoint, 'zone' | 'timeZone'>,
): Period[] {
  return importWh.map((_, index) =>
    energyPeriodAt({ tariff, zone, day, hour: localHourOf(day, index, stepMinutes, timeZone) }),
  )
}

function sumsByPeriod(values: readonly (number | null)[], periods: readonly Period[], tariff: EnergyTariff): number[] {
  const sums = new Array<number>(energyPeriodCount(tariff)).fill(0)
  for (const [index, value] of values.entries()) sums[periods[index]! - 1]! += value ?? 0
  return sums
}
