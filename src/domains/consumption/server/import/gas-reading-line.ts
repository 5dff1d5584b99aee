import * as z from 'zod'
import { parseCups } from '#vocabulary/cups.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { calorificLimitsKwhPerM3, factorLimitsKwhPerM3 } from '../../gas-reading.ts'

/* What a gas meter showed on a day, as a system of the retailer reports it; docs/integration.md explains it. */

const mostLitres = 10_000_000_000_000
const mostWh = 1_000_000_000_000_000

export const GasReadingLine = z.strictObject({
  cups: z.string().transform((text, context) => parseCups(text) ?? notCups(text, context)),
  day: z.iso.date(),
  registerLitres: z.int().min(0).max(mostLitres),
  factorKwhPerM3: z.number().min(factorLimitsKwhPerM3.least).max(factorLimitsKwhPerM3.most).nullable().default(null),
  calorificKwhPerM3: z
    .number()
    .min(calorificLimitsKwhPerM3.least)
    .max(calorificLimitsKwhPerM3.most)
    .nullable()
    .default(null),
  energyWh: z.int().min(0).max(mostWh).nullable().default(null),
  isEstimated: z.boolean().default(false),
})
export type GasReadingLine = z.output<typeof GasReadingLine>

function notCups(input: string, context: z.RefinementCtx) {
  context.issues.push({ code: 'custom', message: because('not_cups').name, input })
  return z.NEVER
}
