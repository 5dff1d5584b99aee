import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { formatCaseNumber } from '../rules.ts'
import type { AnswerLetter } from './draw-answer-letter.ts'

/** Returns the last answer to a case, with whom it is sent to; undefined if it has none, or is about no contract. */
export async function findAnswerLetter(
  db: Database,
  { case_id, subject, opened_at, customer_id, contract_id }: Selectable<SupportCase>,
): Promise<AnswerLetter | undefined> {
  const answer = await db
    .selectFrom('support_message')
    .where('case_id', '=', case_id)
    .where('author', '=', 'administrator')
    .orderBy('written_at', 'desc')
    .orderBy('message_id', 'desc')
    .select(['words', 'written_at'])
    .executeTakeFirst()
  const addressee = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .where('contract.customer_id', '=', customer_id)
    .where('contract.contract_id', '=', contract_id)
    .select(['customer.name', 'address.full_address as address'])
    .executeTakeFirst()
  if (!answer || !addressee) return undefined
  const number = formatCaseNumber(case_id, marketDayOf(opened_at, 'Europe/Madrid'))
  return { number, subject, addressee, message: answer.words, writtenAt: answer.written_at }
}
