import { formatFixedDecimal } from '#vocabulary/decimal.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../../curve.ts'
import { formatClockTime, listWrittenIntervals } from '../written-intervals.ts'

export const datadisHeader =
  'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh\n'

/**
 * Returns the lines of a day in the Datadis format, with line ends. Hours are the local time at their end, up to 24:00,
 * so that October has 02:00 twice. The format cannot represent whether a real value is firm yet, reactive energy or
 * invoices.
 */
export function* writeDatadisLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  const date = day.day.replaceAll('-', '/')
  for (const { minutes, importWh, exportWh, quality } of listWrittenIntervals(day, zone)) {
    const origin = quality === 'E' ? 'Estimada' : 'Real'
    yield `${day.cups};${date};${formatClockTime(minutes)};${kwh(importWh)};${origin};${kwh(exportWh)};;\n`
  }
}

function kwh(wh: number | null): string {
  return wh === null ? '' : formatFixedDecimal(wh, 3).replace('.', ',')
}
