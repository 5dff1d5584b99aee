import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { notFound } from '#kit/server/serve.ts'
import { type Locale, locales, preferredLocale } from '#vocabulary/locale.ts'
import { renderAnsweredPage, renderQuestionPage } from './bank-pages.ts'
import { addDigests, root, type SandboxLocation, sendFramePage } from './frame-page.ts'
import { authenticatePayment, findPayment } from './sandbox-store.ts'

type BankDeps = {
  app: FastifyInstance
  db: Kysely<DB>
  clock: () => Date
  location: SandboxLocation
  /** The payee as the holder's bank names it. */
  payee: () => string
}

type BankRoute = {
  Params: { paymentId: string }
  Querystring: { client_secret?: string; lang?: string; return_to?: string }
}

const url = `${root}/authenticate/:paymentId`

/**
 * Serves the page on which the holder's bank asks, in a frame or, with `return_to`, as a page of its own. The secret of
 * the payment comes from the portal, which gave it to the payer only.
 */
export async function serveBank({ app, db, clock, location, payee }: BankDeps) {
  // This page submits a classic HTML form.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get<BankRoute>(url, async (request, reply) => {
    const payment = await findRequestedPayment(db, request)
    const action = `?${new URLSearchParams(request.query)}`
    const html = renderQuestionPage({ payment, payee: payee(), locale: localeOf(request), action })
    return sendFramePage(location, request, reply, addDigests(html), ({ origin }) => ({ 'form-action': origin }))
  })

  app.post<BankRoute & { Body: { answer?: string } }>(url, { config: { isWebhook: true } }, async (request, reply) => {
    const payment = await findRequestedPayment(db, request)
    const isApproved = request.body.answer === 'approve'
    await authenticatePayment(db, { paymentId: payment.payment_id, isApproved, now: clock() })
    const back = returnAddressOf(request.query.return_to, location.originOf(request), payment.payment_id)
    if (back) return reply.redirect(back, 303)
    return sendFramePage(location, request, reply, addDigests(renderAnsweredPage(localeOf(request))))
  })
}

async function findRequestedPayment(db: Kysely<DB>, { params, query }: FastifyRequest<BankRoute>) {
  const payment = await findPayment(db, params.paymentId)
  if (!payment || payment.client_secret !== query.client_secret) throw notFound()
  return payment
}

/** Returns the address to go back to after the portal was left for the bank: a page of the portal itself, or null. */
function returnAddressOf(returnTo: string | undefined, origin: string, paymentId: string): string | null {
  if (!returnTo || !URL.canParse(returnTo, origin)) return null
  const address = new URL(returnTo, origin)
  if (address.origin !== origin) return null
  address.searchParams.set('payment_intent', paymentId)
  return address.href
}

function localeOf(request: FastifyRequest<BankRoute>): Locale {
  return preferredLocale(request.query.lang ?? request.headers['accept-language'], locales) ?? 'es'
}
