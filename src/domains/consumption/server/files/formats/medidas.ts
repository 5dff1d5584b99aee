import { RefusedLineError } from '../refused-errors.ts'
import { parseBalanceWh, parseCupsField, parseSeasonedEnd } from './field-parsers.ts'
import { createFixedColumnFormat } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'

/**
 * medidas_…, the net balance of a production unit in kWh: unit (CIL); end; season; energy; R2; R3; power factor; its
 * type; R for real or E for estimated. Energy is export less import, so an idle plant that only heats its cabinet has a
 * negative value.
 */
export const medidasFormat = createFixedColumnFormat({
  minFields: 9,
  maxFields: 9,
  code: 'production-unit',
  endField: 1,
  detectSource: () => 'medidas',
  readFields([unit, end, season, energy, , , , , origin]) {
    const balanceWh = parseBalanceWh(energy, 'kWh')
    return {
      cups: parseCupsField(unit),
      end: parseSeasonedEnd(end, season),
      importWh: balanceWh === null ? null : Math.max(0, -balanceWh),
      exportWh: balanceWh === null ? null : Math.max(0, balanceWh),
      reactiveVarh: null,
      quality: qualityOf(origin!.trim()),
      invoice: null,
    }
  },
})

function qualityOf(origin: string): CurveRecord['quality'] {
  if (origin !== 'R' && origin !== 'E') throw new RefusedLineError('quality_unknown')
  return origin
}
