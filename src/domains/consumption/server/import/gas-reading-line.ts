import * as z from 'zod'
import { parseCups } from '#vocabulary/cups.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { calorificLimitsKwhPerM3, factorLimitsKwhPerM3 } from '../../gas-reading.ts'

/* The reading of a gas meter on a day as a line of the integration API; docs/integration.md explains it. */

const maxLitres = 10_000_000_000_000
const maxWh = 1_000_000_000_000_000

export const GasReadingLine = z.strictObject({
  cups: z.string().transform((text, context) => parseCups(text) ?? reportInvalidCups(text, context)),
  day: z.iso.date(),
  registerLitres: z.int().min(0).max(maxLitres),
  factorKwhPerM3: z.number().min(factorLimitsKwhPerM3.min).max(factorLimitsKwhPerM3.max).nullable().default(null),
  calorificKwhPerM3: z
    .number()
    .min(calorificLimitsKwhPerM3.min)
    .max(calorificLimitsKwhPerM3.max)
    .nullable()
    .default(null),
  energyWh: z.int().min(0).max(maxWh).nullable().default(null),
  isEstimated: z.boolean().default(false),
})
export type GasReadingLine = z.output<typeof GasReadingLine>

function reportInvalidCups(input: string, context: z.RefinementCtx) {
  context.issues.push({ code: 'custom', message: rejectionReason('not_cups').name, input })
  return z.NEVER
}
