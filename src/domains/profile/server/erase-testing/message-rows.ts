import { createHash, randomUUID } from 'node:crypto'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

/** Inserts what is sent about or to the person, and what they have subscribed to. */
export async function insertMessageRows(inserter: PersonInserter, { userId, customerId }: RowOwner) {
  const { add, now, soon, who } = inserter
  const of = { user_id: userId }
  await insertNewsletterRows(inserter)
  await insertPriceAlert(inserter, userId)
  const alert = { ...of, customer_id: customerId, contract_id: 1, kind: 'standby' }
  await add('consumption_alert', { ...alert, figure: 100, turned_on_at: now, due_at: soon })
  await add('consumption_alert_notice', { ...alert, period: '2026-11-01', told_at: now })
  const values = JSON.stringify({ name: who.name })
  const message = { values, created_at: now, send_at: now, sent_at: now, sent_to: [who.email] }
  for (const owner of [of, { customer_id: customerId }]) {
    const message_id = randomUUID()
    await add('outbox_message', { ...owner, ...message, message_id, kind: 'a.b' })
    const copy = { masked_address: 'e•••@example.test', locale: 'es', sent_at: now, subject: who.name, html: who.name }
    await add('sent_mail', { ...owner, ...copy, message_id, body: who.name })
  }
  await add('unwanted_message', { ...of, topic: 'news' })
  const event = { event_id: randomUUID(), type: 'lead.closed', happened_at: now }
  await add('webhook_event', { ...event, customer_id: customerId, data: values })
}

async function insertNewsletterRows({ db, add, now, soon, who }: PersonInserter) {
  const hash = createHash('sha256').update(who.email).digest('base64url')
  const consentColumns = { purpose: 'news', agreed: true, text_version: '1', text_hash: 'x', locale: 'es', at: now }
  await add('consent_entry', { subject_kind: 'email', subject: hash, ...consentColumns })
  const confirmation = { confirmation_id: randomUUID(), newsletter_ids: [1], locale: 'es', requested_at: now }
  await add('newsletter_confirmation', { ...confirmation, email: who.email, expires_at: soon })
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email: who.email, locale: 'es', created_at: now })
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  const { newsletter_id } = await db
    .insertInto('newsletter')
    .values({ names: '{}', descriptions: '{}' })
    .returning('newsletter_id')
    .executeTakeFirstOrThrow()
  await add('newsletter_subscription', { subscriber_id, newsletter_id, subscribed_at: now })
}

async function insertPriceAlert({ db, add, now }: PersonInserter, userId: number) {
  const { product_id } = await db
    .insertInto('futures_product')
    .values({
      ...{ name: `Año ${userId}`, instrument: 'x', delivery_from: '2027-01-01', delivery_until: '2027-12-31' },
      last_trading_day: '2026-12-31',
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await add('price_alert', { user_id: userId, product_id, limit_type: '<', price: 1, created_at: now })
}
