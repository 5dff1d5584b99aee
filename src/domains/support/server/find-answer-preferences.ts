import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import type { DocumentFormat } from '#domains/customers/document-formats.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { AnswerChannel } from '../rules.ts'

/** How the author of a case wants its answer, and in which formats they need what they read. */
export type AnswerPreferences = {
  channel: AnswerChannel
  formats: DocumentFormat[]
  /** The phone on which the answer is told; null if it is not to be, or none is known. */
  callPhone: string | null
}

/** Returns how the answer to a case is given, by the choice of its author and the formats of their account. */
export async function findAnswerPreferences(
  db: Database,
  row: Pick<
    Selectable<SupportCase>,
    'answer_channel' | 'answer_phone' | 'call_back_phone' | 'contact' | 'opened_by_user_id'
  >,
): Promise<AnswerPreferences> {
  const channel = row.answer_channel as AnswerChannel
  const account =
    row.opened_by_user_id === null
      ? undefined
      : await db
          .selectFrom('user_account')
          .where('user_id', '=', row.opened_by_user_id)
          .select(['document_formats', 'phone'])
          .executeTakeFirst()
  const formats = (account?.document_formats ?? []) as DocumentFormat[]
  const mobile = (row.contact as { mobile?: string } | null)?.mobile
  const isCalled = channel === 'phone' || formats.includes('audio')
  const phone = row.answer_phone ?? row.call_back_phone ?? mobile ?? account?.phone
  return { channel, formats, callPhone: isCalled && phone ? parsePhone(phone) : null }
}
