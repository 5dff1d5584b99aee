import type { Reply } from '#kit/call.ts'
import type { readGasConsumption } from '../../gas-api.ts'
import type { ToldCurve } from '../../told-curve.ts'

type Wire = Reply<typeof readGasConsumption>
export type GasReadingRow = Wire['readings'][number]

/** What a gas contract used: its months as a curve, with what is to be said of each, and the readings of its meter. */
export type GasView = {
  curve: ToldCurve
  months: { missingDays: number; isShared: boolean }[]
  readings: GasReadingRow[]
}

const hoursOfDay = 24

/** Months of the wire as a curve without tariff periods, which the chart and its sentence are made of. */
export function readGas(wire: Wire): GasView {
  return {
    curve: {
      type: 'monthly',
      range: { start: wire.start, end: wire.end },
      starts: wire.months.map(({ month }) => `${month}T00:00:00+01:00`),
      usedWh: [{ period: null, values: wire.months.map(({ kwh }) => (kwh === null ? null : Math.round(kwh * 1000))) }],
      fedInWh: null,
      reactiveVarh: null,
      periods: wire.months.map(() => null),
      missingHours: wire.months.map(({ missing_days: days }) => days * hoursOfDay),
      estimatedHours: wire.months.map(() => 0),
      dataFrom: wire.data_from,
      dataUntil: wire.data_until,
      stepMinutes: null,
    },
    months: wire.months.map(({ missing_days: missingDays, shared: isShared }) => ({ missingDays, isShared })),
    readings: wire.readings,
  }
}
