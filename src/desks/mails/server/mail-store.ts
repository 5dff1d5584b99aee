import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { readSearch } from '#desks/customers/rules.ts'
import { searchCustomers } from '#desks/customers/server/search.ts'
import { holdsCode, standingOf, topicOf } from '#domains/messages/rules.ts'
import { type MailTexts, wordsOf } from '#domains/messages/server/words.ts'
import { textKindOf } from '#domains/messages/text-messages.ts'
import type { Locale } from '#kit/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { ListedMail } from '../api.ts'
import { hindranceTo, type MailFilter, maskedAddress, mostCounted } from '../rules.ts'

/** What it is told in, and when. */
type Words = { textsOf: MailTexts; locale: Locale; now: Date }
type Wanted = { q: string; state?: MailFilter; offset: number; limit: number }
type Values = Record<string, string | number>

type Row = {
  id: string
  kind: string
  values: Values
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
}

/** A page of what was sent and is to be, the last first; no more are counted than `mostCounted`. */
export async function mailsOf(
  db: Database,
  { q, state, offset, limit }: Wanted,
  words: Words,
): Promise<{ items: ListedMail[]; total: number }> {
  const where = sql.join(
    [stateIs(state), q ? sql`(${sql.join(await waysOf(db, q), sql` or `)})` : sql`true`],
    sql` and `,
  )
  const { rows } = await sql<Row>`
    select message_id as id, kind, outbox_message.values, link, coalesce(user_account.name, customer.name) as reader,
      user_account.email as user_email, outbox_message.customer_id, to_address, sent_to, refused_by, failures,
      outbox_message.created_at, send_at, sent_at, given_up_at
    from outbox_message left join user_account using (user_id)
      left join customer on customer.customer_id = outbox_message.customer_id
    where ${where}
    order by outbox_message.created_at desc, message_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from (select from outbox_message where ${where} limit ${mostCounted}) as counted`.execute(
    db,
  )
  return { items: rows.map((row) => told(row, words)), total: counted.rows[0]!.total }
}

function stateIs(state: MailFilter | undefined): RawBuilder<unknown> {
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

const mostCustomers = 100

/** What may have been meant by what was typed, each of which an index answers. */
async function waysOf(db: Database, q: string): Promise<RawBuilder<unknown>[]> {
  const search = readSearch(q)
  const { items } = await searchCustomers(db, search, { offset: 0, limit: mostCustomers })
  const ids = items.map(({ id }) => id)
  const users = await db
    .selectFrom('user_account')
    .where((where) =>
      where.or([
        where('login', '=', q.toLowerCase()),
        where('user_id', 'in', (rows) =>
          rows
            .selectFrom('user_customer')
            .where('customer_id', '=', sql<number>`any(${ids}::integer[])`)
            .select('user_id'),
        ),
        ...(search.email ? [where(sql`lower(email)`, '=', search.email)] : []),
      ]),
    )
    .select('user_id')
    .limit(mostCustomers)
    .execute()
  const phone = parsePhone(q)
  return [
    sql`outbox_message.customer_id = any(${ids}::integer[])`,
    sql`outbox_message.user_id = any(${users.map(({ user_id }) => user_id)}::integer[])`,
    ...(search.email ? [sql`lower(to_address) = ${search.email}`] : []),
    ...(phone ? [sql`lower(to_address) = ${phone}`] : []),
  ]
}

function told(row: Row, words: Words): ListedMail {
  const { id, kind, reader, customer_id, failures: tries } = row
  const [isSent, isGivenUp] = [row.sent_at !== null, row.given_up_at !== null]
  const textKind = textKindOf(kind)
  const state = standingOf({ isSent, isGivenUp, addresses: row.sent_to })
  return {
    ...{ id, kind, reader, customer_id, tries },
    channel: textKind ? 'sms' : 'mail',
    text_kind: textKind,
    topic: topicOf(kind),
    is_code: holdsCode(kind),
    subject: textKind || holdsCode(kind) ? null : subjectOf(row, words),
    addresses: [...new Set(addressesOf(row))].map(maskedAddress),
    state: state === 'waiting' && tries > 0 ? 'retrying' : state,
    created_at: row.created_at.toISOString(),
    next_at: isSent || isGivenUp ? null : row.send_at.toISOString(),
    hindrance: hindranceTo(faredOf(row), words.now),
  }
}

type Fared = Pick<Row, 'kind' | 'link' | 'failures' | 'sent_at' | 'given_up_at'> & { values: unknown }

/** How a message has fared, as the rules ask it. */
export function faredOf({ kind, values, link, failures, sent_at, given_up_at }: Fared) {
  const { until } = values as Values
  return {
    kind,
    tries: failures,
    isSent: sent_at !== null,
    isGivenUp: given_up_at !== null,
    hasLink: link !== null,
    until: until === undefined ? null : new Date(until),
  }
}

/** Those that have it or refuse it; those that it is meant for until then. */
function addressesOf({ sent_to, refused_by, to_address, user_email }: Row): string[] {
  const reached = [...sent_to, ...refused_by]
  return reached.length ? reached : [to_address ?? user_email].flatMap((address) => address || [])
}

function subjectOf({ kind, values }: Row, { textsOf, locale }: Words): string | null {
  return textsOf(locale, kind).has('subject') ? wordsOf(textsOf, { kind, values, locale }).subject : null
}

/** A message by the id in an address. */
export async function findMail(db: Database, id: string) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return undefined
  return db
    .selectFrom('outbox_message')
    .where('message_id', '=', id)
    .select(['message_id', 'kind', 'values', 'link', 'customer_id', 'failures', 'sent_at', 'given_up_at'])
    .executeTakeFirst()
}

/** Lets a message be sent again at once, to all who do not have it. @returns whether it could be. */
export async function retry(db: Database, messageId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_message')
    .set({ given_up_at: null, failures: 0, send_at: now, refused_by: [] })
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
