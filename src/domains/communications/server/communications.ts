import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { attachmentsJson } from '#domains/contracts/server/present.ts'
import { deliveryStatusOf, holdsCode, topicOf } from '#domains/messages/rules.ts'
import { toQueuedMessage } from '#domains/messages/server/outbox.ts'
import { type MailTexts, renderMessageText } from '#domains/messages/server/render-message.ts'
import type { Reply } from '#kit/call.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { listCommunications } from '../api.ts'

/** The key of a contract, with its holder. */
export type ContractKey = { customerId: number; contractId: number }
type Communications = Reply<typeof listCommunications>

/** Returns a holder's contract by its name, or undefined if it is not theirs. */
export async function findContractKey(
  db: Database,
  { customerIds, name }: { customerIds: number[]; name: string },
): Promise<ContractKey | undefined> {
  return db
    .selectFrom('contract')
    .where('name', '=', name)
    .where(isOneOf('customer_id', customerIds))
    .select(['customer_id as customerId', 'contract_id as contractId'])
    .executeTakeFirst()
}

/**
 * Returns a page of what was sent for a contract, newest first, in a language. Leaves out one-time codes, which are for
 * the mailbox alone, and messages whose texts no longer exist.
 */
export async function findCommunications(
  db: Database,
  contract: ContractKey,
  { textsOf, locale, offset, limit }: { textsOf: MailTexts; locale: Locale; offset: number; limit: number },
): Promise<Communications> {
  const kinds = (await findKinds(db, contract)).filter(
    (kind) => !holdsCode(kind) && textsOf(locale, kind).has('subject'),
  )
  const { total, items } = await findPageItems(db, contract, { kinds, offset, limit })
  const ids = (of: PageItem['of']) => items.filter((each) => each.of === of).map(({ id }) => id)
  const [messageIds, documentIds] = [ids('message'), ids('document')]
  const rows = messageIds.length
    ? await selectMessages(db, contract).where('message_id', 'in', messageIds).selectAll().execute()
    : []
  const documents = documentIds.length ? await findDocuments(db, contract, locale) : []
  return {
    messages: rows.map((row) => {
      const { messageId, kind, values, link, createdAt, sentTo, refusedBy, attachments } = toQueuedMessage(row)
      const { subject, paragraphs, action } = renderMessageText(textsOf, { kind, values, locale })
      return {
        id: messageId,
        at: createdAt.toISOString(),
        topic: topicOf(kind),
        subject,
        text: paragraphs.join('\n\n'),
        action: action && link ? { label: action, link } : null,
        mail: deliveryStatusOf({
          isSent: row.sent_at !== null,
          isGivenUp: row.given_up_at !== null,
          addresses: sentTo,
        }),
        sent_to: sentTo,
        refused_by: refusedBy,
        files: attachments.map(({ fileName }, place) => ({ place, filename: fileName })),
      }
    }),
    documents: documents.filter(({ id }) => documentIds.includes(String(id))),
    n_items: total,
    offset,
    limit,
  }
}

async function findKinds(db: Database, { customerId, contractId }: ContractKey): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox_message')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('kind')
    .distinct()
    .execute()
  return rows.map(({ kind }) => kind)
}

/** A message or a document, by its id. */
type PageItem = { of: 'message' | 'document'; id: string }

/** Returns the messages and documents of a page by day, and the total count. */
async function findPageItems(
  db: Database,
  { customerId, contractId }: ContractKey,
  { kinds, offset, limit }: { kinds: string[]; offset: number; limit: number },
): Promise<{ total: number; items: PageItem[] }> {
  const all = sql`
    select 'message' as of, message_id::text as id, (created_at at time zone 'Europe/Madrid')::date as day,
      created_at as at, 0 as number
    from outbox_message
    where customer_id = ${customerId} and contract_id = ${contractId} and kind = any(${kinds})
    union all
    select 'document', attachment_id::text, created_on, null, attachment_id
    from attachment where customer_id = ${customerId} and contract_id = ${contractId}`
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total from (${all}) as items`.execute(db),
    // Within a day messages come before documents, each newest first.
    sql<PageItem>`
      select of, id from (${all}) as items
      order by day desc, of desc, at desc, number desc, id limit ${limit} offset ${offset}`.execute(db),
  ])
  return { total: counted.rows[0]!.total, items: page.rows }
}

/** Returns the storage key and the name of a file attached to a message about a contract. */
export async function findMessageFile(
  db: Database,
  { contract, messageId, place }: { contract: ContractKey; messageId: string; place: string },
): Promise<{ fileKey: string; fileName: string } | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(messageId) || !/^\d{1,3}$/.test(place)) return undefined
  const row = await selectMessages(db, contract).where('message_id', '=', messageId).selectAll().executeTakeFirst()
  return row && toQueuedMessage(row).attachments[Number(place)]
}

function selectMessages(db: Database, { customerId, contractId }: ContractKey) {
  return db
    .selectFrom('outbox_message')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .orderBy('created_at', 'desc')
}

async function findDocuments(db: Database, { customerId, contractId }: ContractKey, locale: Locale) {
  const decimalPoint = locale === 'en' ? '.' : ','
  const { rows } = await sql<{ documents: Communications['documents'] }>`
    select ${attachmentsJson({ customerIds: [customerId], decimalPoint })} as documents
    from (select ${customerId}::bigint as customer_id, ${contractId}::bigint as contract_id) as page`.execute(db)
  return rows[0]!.documents
}
