import * as z from 'zod'
import { parseCups } from '#vocabulary/cups.ts'
import { hoursOf } from '#vocabulary/market-time.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { mostWhOf } from '../../curve.ts'

/*
 * A day of a supply point's curve as a system of the retailer tells it; docs/integration.md explains it. Null in an array
 * is an interval of which nothing is known.
 */

const mostIntervals = 100
const Values = z
  .array(z.int().min(0).max(mostWhOf(60)).nullable())
  .min(23)
  .max(mostIntervals)
const OptionalValues = Values.nullable().default(null)

export const CurveLine = z
  .strictObject({
    cups: z.string().transform((text, context) => parseCups(text) ?? notCups(text, context)),
    day: z.iso.date(),
    source: z.enum(['F5D', 'F1', 'P1', 'P2', 'P1D', 'P2D', 'P5D', 'A5D', 'B5D']),
    stepMinutes: z.literal([15, 60]).default(60),
    version: z.int().min(0).max(1000).default(0),
    importWh: Values,
    exportWh: OptionalValues,
    reactiveVarh: OptionalValues,
    quality: z
      .string()
      .regex(/^[RPDE-]+$/, because('not_quality').name)
      .nullable()
      .default(null),
  })
  .superRefine(({ day, stepMinutes, importWh, exportWh, reactiveVarh, quality }, { addIssue }) => {
    // The clocks change at the same instant in Madrid and on the Canary Islands.
    const expected = (hoursOf(day, 'Europe/Madrid') * 60) / stepMinutes
    for (const [name, told] of Object.entries({ importWh, exportWh, reactiveVarh, quality }))
      if (told !== null && told.length !== expected)
        addIssue({
          code: 'custom',
          path: [name],
          message: because('intervals_count').name,
          params: { given: told.length, expected },
        })
    for (const [name, told] of Object.entries({ importWh, exportWh, reactiveVarh }))
      for (const [index, value] of told?.entries() ?? [])
        if (value !== null && value > mostWhOf(stepMinutes))
          addIssue({
            code: 'too_big',
            path: [name, index],
            maximum: mostWhOf(stepMinutes),
            origin: 'number',
            inclusive: true,
            input: value,
          })
  })
export type CurveLine = z.output<typeof CurveLine>

function notCups(input: string, context: z.RefinementCtx) {
  context.issues.push({ code: 'custom', message: because('not_cups').name, input })
  return z.NEVER
}
