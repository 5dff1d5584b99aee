import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { periods } from './rules.ts'

const SeriesValues = z.array(z.number())

export const readStatistics = call({
  method: 'GET',
  path: '/operator/figures',
  versions: [1],
  access: 'operator',
  roles: ['care', 'sales', 'content', 'money'],
  query: z.strictObject({ period: z._default(z.enum(periods), '30d') }),
  reply: z.object({
    period: z.enum(periods),
    /** The first days of the bars. Every series has one value per bar. */
    bars: z.array(z.string()),
    sign_ins: SeriesValues,
    payments: z.object({ succeeded: SeriesValues, failed: SeriesValues }),
    requests: SeriesValues,
    cases: SeriesValues,
    answers: z.object({
      count: SeriesValues,
      /** Responses that failed because of the portal itself. */
      failed: SeriesValues,
      /** The 95th percentile of response times in milliseconds; null without responses. */
      within_ms: z.array(z.nullable(z.number())),
    }),
  }),
  summary: 'Counts sign-ins, payments, requests and cases per day or per week, with response times',
})
export type Statistics = z.output<typeof readStatistics.reply>
