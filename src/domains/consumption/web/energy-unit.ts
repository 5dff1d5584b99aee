import type { Locale } from '#kit/locale.ts'
import { formatDecimal } from '#vocabulary/format.ts'

/** How energy is written in a chart: one unit for all of it. */
export type EnergyUnit = {
  name: string
  /** With the unit, to as many decimals as say something. */
  write: (wh: number) => string
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
  const name = `${isLarge ? 'M' : 'k'}${base}`
  const inUnit = (wh: number) => wh / (isLarge ? 1_000_000 : 1_000)
  const writeTotal = (wh: number) => {
    const value = inUnit(wh)
    return formatDecimal(value, locale, { decimals: hasWholeTotals && !isLarge ? 0 : decimalsOf(value) })
  }
  return {
    name,
    writeTotal,
    write: (wh) => `${writeTotal(wh)}\u00a0${name}`,
    // What is fed in hangs from the axis, and is no less than nothing.
    writeTick: (wh) => formatDecimal(Math.abs(inUnit(wh)), locale),
  }
}

function decimalsOf(value: number): number {
  const size = Math.abs(value)
  if (size >= 100) return 0
  return size >= 1 ? 1 : 2
}
