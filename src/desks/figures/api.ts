import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { periods } from './rules.ts'

const Series = z.array(z.number())

export const readFigures = call({
  method: 'GET',
  path: '/operator/figures',
  versions: [1],
  access: 'operator',
  roles: ['care', 'sales', 'content', 'money'],
  query: z.strictObject({ period: z._default(z.enum(periods), '30d') }),
  reply: z.object({
    period: z.enum(periods),
    /** The days with which bars begin; every series has a figure for each. */
    bars: z.array(z.string()),
    sign_ins: Series,
    payments: z.object({ succeeded: Series, failed: Series }),
    requests: Series,
    cases: Series,
    answers: z.object({
      count: Series,
      /** Those that failed of ourselves. */
      failed: Series,
      /** Within how many milliseconds 95 of 100 were given, at most; null where there were none. */
      within_ms: z.array(z.nullable(z.number())),
    }),
  }),
  summary: 'How many signed in, paid, asked and wrote on each day or in each week, and how fast they were answered',
})
export type Figures = z.output<typeof readFigures.reply>
