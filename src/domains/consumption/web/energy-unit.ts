import { formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** How energy is written in a chart: one unit for all values. */
export type EnergyUnit = {
  name: string
  /**
   * Formats with the unit, to as many significant decimals as are useful, or as many as the step has to which the value
   * was rounded.
   */
  write: (wh: number, step?: number) => string
  /** Returns the step to which a sum is written, so that its parts can be rounded to add up to it. */
  stepOf: (total: number) => number
  /** Formats without the unit. */
  writeTotal: (wh: number) => string
  writeTick: (wh: number) => string
}

// Above this, kWh have too many digits to fit under a bar.
const minWhForMegawatts = 10_000_000

type EnergyUnitOptions = { base: 'Wh' | 'VArh'; maxWh: number; hasWholeTotals: boolean; locale: Locale }

/** Creates the unit for values up to `maxWh`: kWh for a flat, MWh for a factory. */
export function createEnergyUnit({ base, maxWh, hasWholeTotals, locale }: EnergyUnitOptions): EnergyUnit {
  const isLarge = maxWh >= minWhForMegawatts
  const unitWh = isLarge ? 1_000_000 : 1_000
  const name = `${isLarge ? 'M' : 'k'}${base}`
  const inUnit = (wh: number) => wh / unitWh
  const decimalsFor = (wh: number) => (hasWholeTotals && !isLarge ? 0 : decimalsOf(inUnit(wh)))
  const formatWh = (wh: number, decimals: number) => formatDecimal(inUnit(wh), locale, { decimals })
  const writeTotal = (wh: number) => formatWh(wh, decimalsFor(wh))
  return {
    name,
    writeTotal,
    write: (wh, step) =>
      `${step === undefined ? writeTotal(wh) : formatWh(wh, Math.round(Math.log10(unitWh / step)))}\u00a0${name}`,
    stepOf: (total) => unitWh / 10 ** decimalsFor(total),
    // Energy fed in is drawn below the axis, but is not negative.
    writeTick: (wh) => formatDecimal(Math.abs(inUnit(wh)), locale),
  }
}

function decimalsOf(value: number): number {
  const size = Math.abs(value)
  if (size >= 100) return 0
  return size >= 1 ? 1 : 2
}
