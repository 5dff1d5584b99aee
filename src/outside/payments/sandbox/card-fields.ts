import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#db/tables.ts'
import { addDigests, allowAnyOrigin, readFrameFile, root, type SandboxLocation, sendFramePage } from './frame-page.ts'
import { addMethod } from './sandbox-store.ts'
import { type CardRefusal, checkCard } from './test-cards.ts'

type CardFieldsDeps = { app: FastifyInstance; db: Kysely<DB>; clock: () => Date; location: SandboxLocation }

/** Serves the frame with the card fields. */
export function serveCardFields({ app, location }: CardFieldsDeps) {
  const html = addDigests(readFrameFile('fields.html'), ['card-checks.js'])
  app.get(`${root}/fields`, (request, reply) =>
    sendFramePage(location, request, reply, html, ({ origin, provider }) => ({
      'connect-src': `${provider}/v1/`,
      'font-src': `${origin}${location.basePath}/assets/`,
    })),
  )
}

const TextOrNumber = z.union([z.string().max(40), z.number()]).transform(String)
const Card = z.strictObject({
  number: TextOrNumber,
  exp_month: TextOrNumber,
  exp_year: TextOrNumber,
  cvc: TextOrNumber,
})

/** Serves the call that creates a method for a card. The number is neither stored nor logged. */
export function serveMethodCall({ app, db, clock }: CardFieldsDeps) {
  const url = `${root}/v1/payment_methods`

  app.options(url, (_request, reply) =>
    allowAnyOrigin(reply)
      .headers({ 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' })
      .code(204)
      .send(),
  )

  app.post(url, { config: { isWebhook: true } }, async (request, reply) => {
    allowAnyOrigin(reply).header('cache-control', 'no-store')
    const card = Card.safeParse(request.body)
    if (!card.success) return reply.code(400).send({ error: { type: 'invalid_request_error', code: 'missing' } })
    const result = checkCard(card.data, clock())
    if ('refusal' in result) return reply.code(402).send({ error: presentRefusal(result.refusal) })
    return { id: await addMethod(db, { ...result, now: clock() }) }
  })
}

function presentRefusal({ code, declineCode, param }: CardRefusal) {
  return { type: 'card_error', code, param, ...(declineCode ? { decline_code: declineCode } : {}) }
}
