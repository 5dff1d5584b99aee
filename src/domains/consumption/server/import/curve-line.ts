import * as z from 'zod'
import { parseCups } from '#vocabulary/cups.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { maxIntervalWh } from '../../curve.ts'

/* A day of a supply point's curve as a line of the integration API; docs/integration.md explains it. Null in an
   array is an unknown interval. */

const maxIntervals = 100
const Values = z
  .array(z.int().min(0).max(maxIntervalWh(60)).nullable())
  .min(23)
  .max(maxIntervals)
const OptionalValues = Values.nullable().default(null)

export const CurveLine = z
  .strictObject({
    cups: z.string().transform((text, context) => parseCups(text) ?? reportInvalidCups(text, context)),
    day: z.iso.date(),
    source: z.enum(['F5D', 'F1', 'P1', 'P2', 'P1D', 'P2D', 'P5D', 'A5D', 'B5D']),
    stepMinutes: z.literal([15, 60]).default(60),
    version: z.int().min(0).max(1000).default(0),
    importWh: Values,
    exportWh: OptionalValues,
    reactiveVarh: OptionalValues,
    quality: z
      .string()
      .regex(/^[RPDE-]+$/, rejectionReason('not_quality').name)
      .nullable()
      .default(null),
  })
  .superRefine(({ day, stepMinutes, importWh, exportWh, reactiveVarh, quality }, { addIssue }) => {
    // The clocks change at the same instant in Madrid and in the Canary Islands.
    const expected = (countHoursOf(day, 'Europe/Madrid') * 60) / stepMinutes
    for (const [name, series] of Object.entries({ importWh, exportWh, reactiveVarh, quality }))
      if (series !== null && series.length !== expected)
        addIssue({
          code: 'custom',
          path: [name],
          message: rejectionReason('intervals_count').name,
          params: { given: series.length, expected },
        })
    for (const [name, series] of Object.entries({ importWh, exportWh, reactiveVarh }))
      for (const [index, value] of series?.entries() ?? [])
        if (value !== null && value > maxIntervalWh(stepMinutes))
          addIssue({
            code: 'too_big',
            path: [name, index],
            maximum: maxIntervalWh(stepMinutes),
            origin: 'number',
            inclusive: true,
            input: value,
          })
  })
export type CurveLine = z.output<typeof CurveLine>

function reportInvalidCups(input: string, context: z.RefinementCtx) {
  context.issues.push({ code: 'custom', message: rejectionReason('not_cups').name, input })
  return z.NEVER
}
