import type { Database } from '#db/database.ts'
import { dutyOfAgreedDate, subjectOfAgreedDates } from '#domains/contracts/agreed-dates.ts'
import { finishDuties } from '#domains/duties/server/duty-store.ts'
import { isAgreed, type RevisionKind } from '../rules.ts'
import type { NoticeRow } from './notice-store.ts'

type NotifiedContracts = { kind: RevisionKind; notices: readonly NoticeRow[]; now: Date }

/** Ends the duties to tell contracts of what was agreed with them, in the transaction of the proof that they were told. */
export async function finishAgreedDuties(db: Database, { kind, notices, now }: NotifiedContracts): Promise<void> {
  if (!isAgreed(kind)) return
  const subjects = notices.map(({ contract_id: id }) => subjectOfAgreedDates(id))
  await finishDuties(db, { kind: dutyOfAgreedDate[kind], subjects, now })
}
