import type { Locale } from '#kit/locale.ts'
import { formatDecimal } from '#vocabulary/format.ts'

/** How energy is written in a chart: one unit for all of it. */
export type EnergyUnit = {
  name: string
  /** With the unit, to as many decimals as say something, or as a step has to which it was rounded. */
  write: (wh: number, step?: number) => string
  /** The step to which a sum is written, so that its parts can be rounded to add up to it. */
  stepOf: (total: number) => number
  /** Without the unit. */
  writeTotal: (wh: number) => string
  writeTick: (wh: number) => string
}

// Above this, kWh have so many figures that they do not fit under a bar.
const leastWhInMegawatts = 10_000_000

type Wanted = { base: 'Wh' | 'VArh'; mostWh: number; hasWholeTotals: boolean; locale: Locale }

/** The unit for values of which the greatest is `mostWh`: kWh for a flat, MWh for a factory. */
export function energyUnit({ base, mostWh, hasWholeTotals, locale }: Wanted): EnergyUnit {
  const isLarge = mostWh >= leastWhInMegawatts
  const unitWh = isLarge ? 1_000_000 : 1_000
  const name = `${isLarge ? 'M' : 'k'}${base}`
  const inUnit = (wh: number) => wh / unitWh
  const decimalsFor = (wh: number) => (hasWholeTotals && !isLarge ? 0 : decimalsOf(inUnit(wh)))
  const written = (wh: number, decimals: number) => formatDecimal(inUnit(wh), locale, { decimals })
  const writeTotal = (wh: number) => written(wh, decimalsFor(wh))
  return {
    name,
    writeTotal,
    write: (wh, step) =>
      `${step === undefined ? writeTotal(wh) : written(wh, Math.round(Math.log10(unitWh / step)))}\u00a0${name}`,
    stepOf: (total) => unitWh / 10 ** decimalsFor(total),
    // What is fed in hangs from the axis, and is no less than nothing.
    writeTick: (wh) => formatDecimal(Math.abs(inUnit(wh)), locale),
  }
}

function decimalsOf(value: number): number {
  const size = Math.abs(value)
  if (size >= 100) return 0
  return size >= 1 ? 1 : 2
}
