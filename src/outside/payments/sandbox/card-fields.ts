import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#db/tables.ts'
import { addMethod } from './books.ts'
import { frameFile, fromAnywhere, type Place, root, sendFramePage, withDigests } from './frame-page.ts'
import { type CardRefusal, judgeCard } from './test-cards.ts'

type Needs = { app: FastifyInstance; db: Kysely<DB>; clock: () => Date; place: Place }

/** The frame with the card fields. */
export function cardFields({ app, place }: Needs) {
  const html = withDigests(frameFile('fields.html'), ['card-checks.js'])
  app.get(`${root}/fields`, (request, reply) =>
    sendFramePage(place, request, reply, html, ({ origin, provider }) => ({
      'connect-src': `${provider}/v1/`,
      'font-src': `${origin}${place.basePath}/assets/`,
    })),
  )
}

const Written = z.union([z.string().max(40), z.number()]).transform(String)
const Card = z.strictObject({ number: Written, exp_month: Written, exp_year: Written, cvc: Written })

/** The call that makes a method of a card. The number is neither kept nor logged. */
export function methodCall({ app, db, clock }: Needs) {
  const url = `${root}/v1/payment_methods`

  app.options(url, (_request, reply) =>
    fromAnywhere(reply)
      .headers({ 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' })
      .code(204)
      .send(),
  )

  app.post(url, { config: { isWebhook: true } }, async (request, reply) => {
    fromAnywhere(reply).header('cache-control', 'no-store')
    const card = Card.safeParse(request.body)
    if (!card.success) return reply.code(400).send({ error: { type: 'invalid_request_error', code: 'missing' } })
    const judged = judgeCard(card.data, clock())
    if ('refusal' in judged) return reply.code(402).send({ error: onTheWire(judged.refusal) })
    return { id: await addMethod(db, { ...judged, now: clock() }) }
  })
}

function onTheWire({ code, declineCode, param }: CardRefusal) {
  return { type: 'card_error', code, param, ...(declineCode ? { decline_code: declineCode } : {}) }
}
