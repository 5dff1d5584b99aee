import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { Refused } from '#kit/refusal.ts'
import { checkJsonLimits, requestJsonLimits } from '#kit/server/limited-json.ts'
import { notFound } from '#kit/server/serve.ts'
import { outboundCallFinished } from '#outside/outbound-call.ts'
import type { Platforms } from '../pay.ts'
import { acceptReport } from './apply-reports.ts'

type ReportRouteDeps = { app: FastifyInstance; db: Kysely<DB>; platforms: Platforms; clock: () => Date }

/** The path that receives a provider's reports, under the portal's base path. */
export const reportPath = (platform: string) => `/api/v2/payment_webhooks/${platform}`

/**
 * Registers the route that receives card providers' reports. A valid signature with the provider's secret authenticates
 * the provider. The report is stored and acknowledged at once, whatever it contains; a job applies it.
 */
export function paymentReportRoute({ app, db, platforms, clock }: ReportRouteDeps) {
  app.register(async (scope) => {
    // The signature covers the exact raw body.
    scope.removeContentTypeParser('application/json')
    const types = ['application/json', 'application/x-www-form-urlencoded']
    scope.addContentTypeParser<string>(types, { parseAs: 'string' }, (_request, body, done) => {
      // Limits the nesting of the body, however the provider's package parses it.
      checkJsonLimits(body, requestJsonLimits)
      done(null, body)
    })

    scope.post<{ Params: { platform: string } }>(
      reportPath(':platform'),
      { config: { isWebhook: true } },
      async ({ params: { platform }, headers, body, log }) => {
        const payments = platforms.get(platform)
        if (!payments) throw notFound()
        const now = clock()
        const event = payments.verifyReport({ rawBody: String(body), headers, now })
        if (!event) throw new Refused('invalid', 400)
        outboundCallFinished.publish({ system: platform, failure: null })
        await acceptReport(db, { platform, payments, event, now }, log)
        return { received: true }
      },
    )
  })
}
