import type { Reply } from '#kit/call.ts'
import type { ConsumptionCurve } from '../../consumption-curve.ts'
import type { readGasConsumption } from '../../gas-api.ts'

type GasConsumptionReply = Reply<typeof readGasConsumption>
export type GasReadingRow = GasConsumptionReply['readings'][number]

/** The consumption of a gas contract: its months as a curve, with the notes for each, and its meter readings. */
export type GasView = {
  curve: ConsumptionCurve
  months: { missingDays: number; isShared: boolean }[]
  readings: GasReadingRow[]
}

const hoursPerDay = 24

/** Converts API months to a curve without tariff periods, which the chart and its description use. */
export function parseGasConsumption(wire: GasConsumptionReply): GasView {
  return {
    curve: {
      type: 'monthly',
      range: { start: wire.start, end: wire.end },
      starts: wire.months.map(({ month }) => `${month}T00:00:00+01:00`),
      usedWh: [{ period: null, values: wire.months.map(({ kwh }) => (kwh === null ? null : Math.round(kwh * 1000))) }],
      fedInWh: null,
      reactiveVarh: null,
      periods: wire.months.map(() => null),
      missingHours: wire.months.map(({ missing_days: days }) => days * hoursPerDay),
      estimatedHours: wire.months.map(() => 0),
      dataFrom: wire.data_from,
      dataUntil: wire.data_until,
      stepMinutes: null,
    },
    months: wire.months.map(({ missing_days: missingDays, shared: isShared }) => ({ missingDays, isShared })),
    readings: wire.readings,
  }
}
