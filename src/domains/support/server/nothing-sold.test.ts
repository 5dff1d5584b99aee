import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { renderMessageText } from '#domains/messages/server/render-message.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { locales } from '#vocabulary/locale.ts'
import { listCategories, openRequest, openUnsignedRequest, readRequest } from '../api.ts'
import { answerCustomer } from '../desk/cases/api.ts'
import { downloadReceipt } from '../downloads.ts'

/** In a case about an interruption of supply nothing is sold (Ley 10/2025, article 16.2). */

const { portal, operator } = await deskPortal({ now: new Date('2026-11-24T11:00:00Z') })
const { db } = portal.context

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
})
afterAll(() => portal.close())

/** The pages on which something is offered, compared, contracted or subscribed to. */
const sellingPaths = [
  ...['/new-', '/nou-client', '/nuevo-cliente', '/comparator', '/gas-comparator', '/comparador', '/newsletter'],
  ...['/butlleti', '/boletin', '/power', '/potencia', '/omip', '/tariff'],
]

/** What offers are called. The names of the retailer's pages on them are in every language. */
const sellingWords =
  /oferta|offer\b|angebot|newsletter|bolet[ií]n|butllet[ií]|comparador|comparator|comparateur|vergleich|promoci|descuento|descompte|rabatt|remise|consent|contrata con|contracta amb/i

test.each(['customer', 'visitor'])('a case of a %s about an interruption sells nothing', async (who) => {
  await db.deleteFrom('outbox_message').execute()
  const customerId = await insertCustomer(db)
  const { contractId } = await insertContract(db, { customerId })
  const anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const actor = who === 'customer' ? anna : portal.anonymous
  const query = who === 'customer' ? {} : { unsigned: 'true' }
  const { items } = await actor.send(listCategories, { query })
  const category = items.find(({ topic }) => topic === 'continuity')!.id
  if (who === 'customer')
    await anna.send(openRequest, {
      body: {
        ...{ polissa_id: contractId, polissa_type: 'electricity', categ_id: category, attachments: [] },
        ...{ title: 'Sin luz', message: 'No hay luz en casa.' },
      },
    })
  else
    await portal.anonymous.send(openUnsignedRequest, {
      body: {
        ...{ email: 'bea@example.test', mobile: '600111333', category, subject: 'Sin luz' },
        ...{ description: 'No hay luz en casa.', attachment: [] },
      },
    })
  const { case_id: caseId, topic } = await db
    .selectFrom('support_case')
    .orderBy('case_id', 'desc')
    .select(['case_id', 'topic'])
    .executeTakeFirstOrThrow()
  expect(topic).toBe('continuity')
  const params = { id: String(caseId) }
  const outage = { cause: 'Un cable roto', restoration: 'Hoy a las 18 h' }
  await operator.send(answerCustomer, { params, body: { message: 'Lo sabemos.', state: 'being_processed', outage } })
  await operator.send(answerCustomer, { params, body: { message: 'Ya hay luz.', state: 'accepted' } })

  const mails = await db.selectFrom('outbox_message').selectAll().execute()
  expect(mails).toHaveLength(3)
  for (const { kind, values, link } of mails) {
    for (const path of sellingPaths) expect(link ?? '').not.toContain(path)
    for (const locale of locales) {
      const text = renderMessageText(mailTextsOf, { kind, values: values as never, locale })
      expect(JSON.stringify(text), `${kind} in ${locale}`).not.toMatch(sellingWords)
    }
  }
  if (who === 'visitor') return
  const receipt = await readPdfText((await anna.sendRaw(downloadReceipt, { params })).rawPayload)
  expect(receipt).toContain('No hay luz en casa.')
  expect(receipt).not.toMatch(sellingWords)
  expect(JSON.stringify(await anna.send(readRequest, { params }))).not.toMatch(sellingWords)
})
