import { balanceIn, cupsIn, seasonedEndIn } from './fields.ts'
import { fixedColumns } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'
import { RefusedLine } from './refused.ts'

/**
 * medidas_…, the net balance of a production unit in kWh: unit (CIL); end; season; energy; R2; R3; power factor; its type;
 * R for real or E for estimated. Energy is what went out less what came in, so a plant that stands still, and only heats
 * its cabinet, has a negative one.
 */
export const generation = fixedColumns({
  fewestFields: 9,
  mostFields: 9,
  code: 'production-unit',
  endField: 1,
  sourceOf: () => 'medidas',
  readFields([unit, end, season, energy, , , , , origin]) {
    const balanceWh = balanceIn(energy, 'kWh')
    return {
      cups: cupsIn(unit),
      end: seasonedEndIn(end, season),
      importWh: balanceWh === null ? null : Math.max(0, -balanceWh),
      exportWh: balanceWh === null ? null : Math.max(0, balanceWh),
      reactiveVarh: null,
      quality: qualityOf(origin!.trim()),
      invoice: null,
    }
  },
})

function qualityOf(origin: string): CurveRecord['quality'] {
  if (origin !== 'R' && origin !== 'E') throw new RefusedLine('quality_unknown')
  return origin
}
