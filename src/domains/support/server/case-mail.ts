import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { formatCaseNumber } from '../rules.ts'
import { storedCaseLink } from './case-link.ts'

type CaseMail = Pick<NewMessage, 'kind' | 'values' | 'attachments'> & {
  /** Whether the author can follow the case in the portal. */
  isFollowed: boolean
}

/** Queues a mail about a case to its author, in the language in which they wrote. */
export async function queueCaseMail(
  db: Database,
  row: Selectable<SupportCase>,
  { values, isFollowed, ...mail }: CaseMail,
  now: Date,
): Promise<void> {
  const { case_id: caseId, subject, customer_id, contract_id } = row
  const number = formatCaseNumber(caseId, marketDayOf(row.opened_at, 'Europe/Madrid'))
  const contact = row.contact as unknown as { email: string } | null
  const link = contact || !isFollowed ? linkWithoutPortal(caseId, mail.kind) : (`/requests/${caseId}` as const)
  await queueMessage(
    db,
    {
      ...mail,
      values: { number, subject, ...values },
      locale: row.locale as Locale,
      ...(contact ? { toAddress: contact.email } : { userId: row.opened_by_user_id ?? undefined }),
      ...(link ? { link } : {}),
      ...(customer_id === null ? {} : { customerId: customer_id, contractId: contract_id ?? undefined }),
    },
    now,
  )
}

/**
 * Who cannot follow a case in the portal has a page of it, where what is missing is sent, calls are called off and the
 * answer is rated.
 */
const kindsWithPage = ['support.replied', 'support.callBooked', 'support.incomplete', 'support.completionWarning']

function linkWithoutPortal(caseId: number, kind: string): `/${string}` | undefined {
  return kindsWithPage.includes(kind) ? storedCaseLink(caseId) : undefined
}
