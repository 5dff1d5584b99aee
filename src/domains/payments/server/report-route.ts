import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { Refused } from '#kit/refusal.ts'
import { checkJsonLimits, requestJsonLimits } from '#kit/server/limited-json.ts'
import { notFound } from '#kit/server/serve.ts'
import { outsideAsked } from '#outside/asked.ts'
import type { Platforms } from './pay.ts'
import { takeReport } from './reports.ts'

type Needs = { app: FastifyInstance; db: Kysely<DB>; platforms: Platforms; clock: () => Date }

/** Where a provider's reports are taken, under the portal's base path. */
export const reportPath = (platform: string) => `/api/v2/payment_webhooks/${platform}`

/**
 * Takes what card providers report: whoever has signed it with the provider's secret is the provider. It is kept and
 * acknowledged at once, whatever it says; a job applies it.
 */
export function paymentReports({ app, db, platforms, clock }: Needs) {
  app.register(async (scope) => {
    // What is signed is the body as it came, to the letter.
    scope.removeContentTypeParser('application/json')
    const types = ['application/json', 'application/x-www-form-urlencoded']
    scope.addContentTypeParser<string>(types, { parseAs: 'string' }, (_request, body, done) => {
      // Whatever the provider's package does to read it, it is not made to read what is deep.
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
        outsideAsked.tell({ system: platform, failure: null })
        await takeReport(db, { platform, payments, event, now }, log)
        return { received: true }
      },
    )
  })
}
