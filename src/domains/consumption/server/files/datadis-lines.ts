import { fixedDecimal } from '#vocabulary/decimal.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { clockTime, writtenIntervals } from './written-intervals.ts'

export const datadisHeader =
  'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh\n'

/**
 * The lines of a day in the layout of Datadis, with their ends: hours by the wall clock when they end, up to 24:00, so that
 * October has 02:00 twice. Whether a real value is firm yet has no place there, nor have reactive energy and invoices.
 */
export function* datadisLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  const date = day.day.replaceAll('-', '/')
  for (const { minutes, importWh, exportWh, quality } of writtenIntervals(day, zone)) {
    const origin = quality === 'E' ? 'Estimada' : 'Real'
    yield `${day.cups};${date};${clockTime(minutes)};${kwh(importWh)};${origin};${kwh(exportWh)};;\n`
  }
}

function kwh(wh: number | null): string {
  return wh === null ? '' : fixedDecimal(wh, 3).replace('.', ',')
}
