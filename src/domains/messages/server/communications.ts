import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { attachmentsJson } from '#domains/contracts/server/present.ts'
import type { Reply } from '#kit/call.ts'
import type { Locale } from '#kit/locale.ts'
import type { listCommunications } from '../api.ts'
import { holdsCode, standingOf, topicOf } from '../rules.ts'
import { messageOf } from './outbox.ts'
import { type MailTexts, wordsOf } from './words.ts'

/** A contract, with the holder it is kept by. */
export type ContractKey = { customerId: number; contractId: number }
type Communications = Reply<typeof listCommunications>

/** More than a contract gathers in its life. */
const mostMessages = 500

/** A holder's contract by its name, or undefined when it is not theirs. */
export async function findContractKey(
  db: Database,
  { customerIds, name }: { customerIds: number[]; name: string },
): Promise<ContractKey | undefined> {
  return db
    .selectFrom('contract')
    .where('name', '=', name)
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .select(['customer_id as customerId', 'contract_id as contractId'])
    .executeTakeFirst()
}

/**
 * What was sent for a contract, newest first, in a language. One-time codes are for the mailbox alone, and a message for which
 * nobody keeps words any more is not told again.
 */
export async function communicationsOf(
  db: Database,
  { customerId, contractId }: ContractKey,
  { textsOf, locale }: { textsOf: MailTexts; locale: Locale },
): Promise<Communications> {
  const rows = await messagesFor(db, { customerId, contractId }).limit(mostMessages).selectAll().execute()
  return {
    messages: rows
      .filter(({ kind }) => !holdsCode(kind) && textsOf(locale, kind).has('subject'))
      .map((row) => {
        const { messageId, kind, values, link, createdAt, sentTo, attachments } = messageOf(row)
        const { subject, paragraphs, action } = wordsOf(textsOf, { kind, values, locale })
        return {
          id: messageId,
          at: createdAt.toISOString(),
          topic: topicOf(kind),
          subject,
          text: paragraphs.join('\n\n'),
          action: action && link ? { label: action, link } : null,
          mail: standingOf({ isSent: row.sent_at !== null, isGivenUp: row.given_up_at !== null, addresses: sentTo }),
          sent_to: sentTo,
          files: attachments.map(({ fileName }, place) => ({ place, filename: fileName })),
        }
      }),
    documents: await documentsOf(db, { customerId, contractId }, locale),
  }
}

/** Where a file is kept that went along with a message for a contract, and what it is called. */
export async function findMessageFile(
  db: Database,
  { contract, messageId, place }: { contract: ContractKey; messageId: string; place: string },
): Promise<{ fileKey: string; fileName: string } | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(messageId) || !/^\d{1,3}$/.test(place)) return undefined
  const row = await messagesFor(db, contract).where('message_id', '=', messageId).selectAll().executeTakeFirst()
  return row && messageOf(row).attachments[Number(place)]
}

function messagesFor(db: Database, { customerId, contractId }: ContractKey) {
  return db
    .selectFrom('outbox_message')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .orderBy('created_at', 'desc')
}

async function documentsOf(db: Database, { customerId, contractId }: ContractKey, locale: Locale) {
  const decimalPoint = locale === 'en' ? '.' : ','
  const { rows } = await sql<{ documents: Communications['documents'] }>`
    select ${attachmentsJson({ decimalPoint })} as documents
    from (select ${customerId}::integer as customer_id, ${contractId}::integer as contract_id) as page`.execute(db)
  return rows[0]!.documents
}
