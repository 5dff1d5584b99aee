import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { findDutiesOf, normOf } from '#domains/duties/server/duty-store.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { formatCaseNumber } from '../rules.ts'
import type { CaseReceipt } from './draw-receipt.ts'

/** Returns what the receipt of a case states. */
export async function findReceipt(db: Database, row: Selectable<SupportCase>): Promise<CaseReceipt> {
  const { case_id: caseId, subject, opened_at: openedAt } = row
  const first = await db
    .selectFrom('support_message')
    .where('case_id', '=', caseId)
    .orderBy('written_at')
    .orderBy('message_id')
    .select(['message_id', 'words'])
    .executeTakeFirstOrThrow()
  const files = await db
    .selectFrom('support_attachment')
    .innerJoin('upload', 'upload.upload_id', 'support_attachment.upload_id')
    .where('case_id', '=', caseId)
    .where('message_id', '=', first.message_id)
    .orderBy('place')
    .select('file_name')
    .execute()
  const duty = (await findDutiesOf(db, `case:${caseId}`)).find(({ kind }) => kind === 'case_answer')
  const locale = row.locale as Locale
  return {
    ...{ subject, openedAt, message: first.words },
    number: formatCaseNumber(caseId, marketDayOf(openedAt, 'Europe/Madrid')),
    fileNames: files.map(({ file_name }) => file_name),
    due: duty
      ? normOf(duty).term.unit === 'hours'
        ? formatInstant(duty.due_at, locale)
        : formatDay(duty.due_on, locale)
      : null,
  }
}
