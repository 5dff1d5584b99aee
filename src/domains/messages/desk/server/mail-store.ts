import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { allOf, anyOf, countUpTo, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { maskAddress } from '../../mask-address.ts'
import { deliveryStatusOf, holdsCode, topicOf } from '../../rules.ts'
import { type MailTexts, renderMessageText } from '../../server/render-message.ts'
import { isTextMessage, textKindOf } from '../../text-messages.ts'
import type { ListedMail } from '../api.ts'
import { findRetryHindrance, type MailFilter, maxMailCount } from '../rules.ts'

/** The texts, language and time used to present a message. */
type TextContext = { textsOf: MailTexts; locale: Locale; now: Date }
type MailQuery = PageRange & { q: string; state?: MailFilter }
type MessageValues = Record<string, string | number>

type MailRow = {
  id: string
  kind: string
  values: MessageValues
  link: string | null
  reader: string | null
  user_email: string | null
  customer_id: number | null
  to_address: string | null
  sent_to: string[]
  refused_by: string[]
  failures: number
  created_at: Date
  send_at: Date
  sent_at: Date | null
  given_up_at: Date | null
  has_copies: boolean
}

/** Returns a page of sent and queued messages, newest first. At most `maxMailCount` are counted. */
export async function findMails(
  db: Database,
  { q, state, offset, limit }: MailQuery,
  textContext: TextContext,
): Promise<ResultPage<ListedMail>> {
  const where = [stateCondition(state), ...(q ? [anyOf(await buildSearchConditions(db, q))] : [])]
  const { rows } = await sql<MailRow>`
    select message_id as id, kind, outbox_message.values, link, coalesce(user_account.name, customer.name) as reader,
      user_account.email as user_email, outbox_message.customer_id, to_address, sent_to, refused_by, failures,
      outbox_message.created_at, send_at, outbox_message.sent_at, given_up_at,
      exists (select from sent_mail where sent_mail.message_id = outbox_message.message_id) as has_copies
    from outbox_message left join user_account using (user_id)
      left join customer on customer.customer_id = outbox_message.customer_id
    where ${allOf(where)}
    order by outbox_message.created_at desc, message_id limit ${limit} offset ${offset}`.execute(db)
  const total = await countUpTo(db, maxMailCount, { from: sql`outbox_message`, where })
  return { items: rows.map((row) => presentMail(row, textContext)), total }
}

function stateCondition(state: MailFilter | undefined): RawBuilder<unknown> {
  switch (state) {
    case 'waiting':
      return sql`(sent_at is null and given_up_at is null)`
    case 'failed':
      return sql`given_up_at is not null`
    case 'sent':
      return sql`sent_at is not null`
    case undefined:
      return sql`true`
  }
}

// More users than this match only a search too vague to be of use; the operator narrows it.
const maxMatchingUsers = 100

/** Returns a condition for each possible meaning of the search text. An index serves each of them. */
async function buildSearchConditions(db: Database, q: string): Promise<RawBuilder<unknown>[]> {
  const search = parseSearch(q)
  const ids = await findMatchingCustomerIds(db, search)
  // A union, because no index serves conditions on two tables of which one must hold.
  const { rows: users } = await sql<{ user_id: number }>`
    select user_id from user_account where login = ${q.toLowerCase()}
    union select user_id from user_customer where customer_id = any(${ids}::bigint[])
    union select user_id from user_account where lower(email) = ${search.email}
    limit ${maxMatchingUsers}`.execute(db)
  const phone = parsePhone(q)
  return [
    sql`outbox_message.customer_id = any(${ids}::bigint[])`,
    sql`outbox_message.user_id = any(${users.map(({ user_id }) => user_id)}::bigint[])`,
    ...(search.email ? [sql`lower(to_address) = ${search.email}`] : []),
    ...(phone ? [sql`lower(to_address) = ${phone}`] : []),
  ]
}

function presentMail(row: MailRow, textContext: TextContext): ListedMail {
  const { id, kind, reader, customer_id, failures: tries } = row
  const [isSent, isGivenUp] = [row.sent_at !== null, row.given_up_at !== null]
  const textKind = textKindOf(kind)
  const state = deliveryStatusOf({ isSent, isGivenUp, addresses: row.sent_to })
  return {
    ...{ id, kind, reader, customer_id, tries },
    channel: isTextMessage(kind) ? 'sms' : 'mail',
    text_kind: textKind,
    topic: topicOf(kind),
    is_code: holdsCode(kind),
    subject: isTextMessage(kind) || holdsCode(kind) ? null : subjectOf(row, textContext),
    addresses: [...new Set(recipientsOf(row))].map(maskAddress),
    state: state === 'waiting' && tries > 0 ? 'retrying' : state,
    created_at: row.created_at.toISOString(),
    next_at: isSent || isGivenUp ? null : row.send_at.toISOString(),
    hindrance: findRetryHindrance(deliveryProgressOf(row), textContext.now),
    has_copies: row.has_copies,
  }
}

type DeliveryColumns = Pick<MailRow, 'kind' | 'link' | 'failures' | 'sent_at' | 'given_up_at'> & { values: unknown }

/** Returns how far the delivery of a message has got, as `findRetryHindrance` takes it. */
export function deliveryProgressOf({ kind, values, link, failures, sent_at, given_up_at }: DeliveryColumns) {
  const { until } = values as MessageValues
  return {
    kind,
    tries: failures,
    isSent: sent_at !== null,
    isGivenUp: given_up_at !== null,
    hasLink: link !== null,
    linkExpiresAt: until === undefined ? null : new Date(until),
  }
}

/**
 * Returns the addresses that received or refused the message. Before the first has, returns the one it is for, if that
 * is known: the readers of a message to a holder are looked up when it is sent.
 */
function recipientsOf({ sent_to, refused_by, to_address, user_email }: MailRow): string[] {
  const attempted = [...sent_to, ...refused_by]
  if (attempted.length) return attempted
  // An account created by text message has an empty e-mail address.
  const intended = to_address ?? user_email
  return intended ? [intended] : []
}

function subjectOf({ kind, values }: MailRow, { textsOf, locale }: TextContext): string | null {
  return textsOf(locale, kind).has('subject') ? renderMessageText(textsOf, { kind, values, locale }).subject : null
}

/** Checks whether a text from a URL is the id of a message. */
export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

/** Returns a message by the id from a URL; undefined if there is none, or the id is invalid. */
export async function findMail(db: Database, id: string) {
  if (!isUuid(id)) return undefined
  return db
    .selectFrom('outbox_message')
    .where('message_id', '=', id)
    .select([
      'message_id',
      'kind',
      'values',
      'link',
      'customer_id',
      'failures',
      'sent_at',
      'given_up_at',
      'attachments',
    ])
    .executeTakeFirst()
}

/**
 * Schedules a message to be sent at once, with a full set of tries, to all readers who have not received it. Returns
 * false when it has been sent meanwhile.
 */
export async function retryMessage(db: Database, messageId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_message')
    .set({ given_up_at: null, failures: 0, send_at: now, refused_by: [] })
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
