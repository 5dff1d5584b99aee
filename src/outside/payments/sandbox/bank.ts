import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type Locale, locales, preferredLocale } from '#kit/locale.ts'
import { notFound } from '#kit/server/serve.ts'
import { answeredPage, questionPage } from './bank-pages.ts'
import { authenticatePayment, findPayment } from './books.ts'
import { type Place, root, sendFramePage, withDigests } from './frame-page.ts'

type Needs = {
  app: FastifyInstance
  db: Kysely<DB>
  clock: () => Date
  place: Place
  /** Who gets the money, as the holder's bank names them. */
  payee: () => string
}

type Asked = {
  Params: { paymentId: string }
  Querystring: { client_secret?: string; lang?: string; return_to?: string }
}

const url = `${root}/authenticate/:paymentId`

/**
 * The page on which the holder's bank asks, in a frame or, with `return_to`, on its own. Whoever has the secret of the
 * payment has it from the portal, which gave it to the payer alone.
 */
export async function bank({ app, db, clock, place, payee }: Needs) {
  // This page is sent as forms have always been.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get<Asked>(url, async (request, reply) => {
    const payment = await findAsked(db, request)
    const action = `?${new URLSearchParams(request.query)}`
    const html = questionPage({ payment, payee: payee(), locale: localeOf(request), action })
    return sendFramePage(place, request, reply, withDigests(html), ({ origin }) => ({ 'form-action': origin }))
  })

  app.post<Asked & { Body: { answer?: string } }>(url, { config: { isWebhook: true } }, async (request, reply) => {
    const payment = await findAsked(db, request)
    const isApproved = request.body.answer === 'approve'
    await authenticatePayment(db, { paymentId: payment.payment_id, isApproved, now: clock() })
    const back = returnAddress(request.query.return_to, place.originOf(request), payment.payment_id)
    if (back) return reply.redirect(back, 303)
    return sendFramePage(place, request, reply, withDigests(answeredPage(localeOf(request))))
  })
}

async function findAsked(db: Kysely<DB>, { params, query }: FastifyRequest<Asked>) {
  const payment = await findPayment(db, params.paymentId)
  if (!payment || payment.client_secret !== query.client_secret) throw notFound()
  return payment
}

/** Where a browser that left the portal for the bank goes back to: a page of the portal itself, or null. */
function returnAddress(returnTo: string | undefined, origin: string, paymentId: string): string | null {
  if (!returnTo || !URL.canParse(returnTo, origin)) return null
  const address = new URL(returnTo, origin)
  if (address.origin !== origin) return null
  address.searchParams.set('payment_intent', paymentId)
  return address.href
}

function localeOf(request: FastifyRequest<Asked>): Locale {
  return preferredLocale(request.query.lang ?? request.headers['accept-language'], locales) ?? 'es'
}
