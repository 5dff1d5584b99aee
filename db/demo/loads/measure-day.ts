import type { CurveDay } from '#domains/consumption/curve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DemoCurve, DemoSupply } from '../customers/demo-holder.ts'
import { createRandom, type Random } from '../random.ts'
import { demoDayOf } from './demo-day.ts'
import { isBetween } from './load-profile.ts'

type MeteredSupply = Pick<DemoSupply, 'cups' | 'powerWatts'> & { meter: DemoCurve }

/** Generation and consumption are netted within minutes, not over an hour. */
const nettingMinutes = 15
const estimatedShare = 0.004

/** Returns what the meter counts in each interval of a day, as reported in its file. */
export function measureDay(supply: MeteredSupply, day: MarketDay): CurveDay {
  const { cups, meter } = supply
  const random = createRandom('load', cups, day)
  const { importWh, exportWh } = meter.panels ? measureNetted(supply, day, random) : measureUse(supply, day, random)
  const isEstimated = meter.format !== 'P5D' && random.share() < estimatedShare
  return {
    cups,
    day,
    source: meter.format,
    stepMinutes: meter.stepMinutes,
    importWh: removeGap(importWh, meter, day),
    exportWh,
    reactiveVarh: isTelemetered(meter) ? importWh.map((wh) => Math.round(wh * random.between(0.22, 0.38))) : null,
    quality: isEstimated ? 'E'.repeat(importWh.length) : null,
    version: 0,
    invoice: null,
  }
}

/** Supply points above 50 kW, or whose retailer has requested it, are read remotely, reactive energy included. */
function isTelemetered({ format }: DemoCurve): boolean {
  return format === 'P1D' || format === 'P2D'
}

type DayEnergy = { importWh: number[]; exportWh: number[] | null }

function measureUse(
  { powerWatts, meter: { load, stepMinutes } }: MeteredSupply,
  day: MarketDay,
  random: Random,
): DayEnergy {
  const today = demoDayOf(day, stepMinutes)
  const wattsAt = load(today, random)
  const maxWatts = Math.max(...powerWatts)
  const importWh = today.moments.map((moment) => Math.round((Math.min(wattsAt(moment), maxWatts) * stepMinutes) / 60))
  return { importWh, exportWh: null }
}

function measureNetted({ powerWatts, meter }: MeteredSupply, day: MarketDay, random: Random): DayEnergy {
  const today = demoDayOf(day, nettingMinutes)
  const usedAt = meter.load(today, random)
  const madeAt = meter.panels!(today, random)
  const maxWatts = Math.max(...powerWatts)
  const perInterval = meter.stepMinutes / nettingMinutes
  const importWh = new Array<number>(today.moments.length / perInterval).fill(0)
  const exportWh = [...importWh]
  for (const [quarter, moment] of today.moments.entries()) {
    const watts = Math.min(usedAt(moment), maxWatts) - madeAt(moment)
    const wh = Math.round((watts * nettingMinutes) / 60)
    const interval = Math.floor(quarter / perInterval)
    if (wh > 0) importWh[interval]! += wh
    else exportWh[interval]! -= wh
  }
  return { importWh, exportWh }
}

function removeGap(importWh: number[], { gap, stepMinutes }: DemoCurve, day: MarketDay): (number | null)[] {
  if (gap?.day !== day) return importWh
  const { moments } = demoDayOf(day, stepMinutes)
  return importWh.map((wh, index) => (isBetween(moments[index]!.hour, gap.fromHour, gap.toHour) ? null : wh))
}
