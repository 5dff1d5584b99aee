import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import type { PlannedTable } from '../../server/erasure-plan.ts'
import type { ListedErasure } from '../api.ts'
import type { ErasureFilter } from '../rules.ts'

type ErasureRow = Omit<ListedErasure, 'requested_at'> & { requested_at: Date }
type ErasureListQuery = PageRange & { state: ErasureFilter }

const openErasureStates = ['requested', 'in_review']

/** Returns erasure requests: open ones by response deadline, others newest first. */
export async function findErasureRequests(db: Database, { state, ...range }: ErasureListQuery) {
  const states = state === 'open' ? openErasureStates : [state]
  const selection = {
    columns: sql`erasure_request_id as id, state, requested_at, answer_by, nullif(user_account.name, '') as name`,
    from: sql`erasure_request join user_account using (user_id)`,
    where: state === 'all' ? [] : [sql`state = any(${states}::text[])`],
    orderBy: sql`state <> all(${openErasureStates}::text[]),
      case when state = any(${openErasureStates}::text[]) then answer_by end, erasure_request_id desc`,
  }
  const { items, total } = await findPage<ErasureRow>(db, selection, range)
  return { items: items.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() })), total }
}

/** Returns a request by the id from a URL, with the requester and, once carried out, its record. */
export async function findErasureRequest(db: Database, id: string) {
  const erasureRequestId = parseId(id)
  if (erasureRequestId === undefined) return undefined
  const { rows } = await sql<ErasureRecord>`
    select erasure_request_id as id, state, comment, answer, requested_at, answer_by, user_id,
      case when user_account.erased_at is null then user_account.name end as name,
      case when user_account.erased_at is null then user_account.email end as email,
      sheet, erasure_record.erased_at
    from erasure_request join user_account using (user_id) left join erasure_record using (erasure_request_id, user_id)
    where erasure_request_id = ${erasureRequestId}`.execute(db)
  return rows[0]
}
export type ErasureRecord = Omit<ErasureRow, 'name'> & {
  comment: string | null
  answer: string | null
  user_id: number
  name: string | null
  email: string | null
  sheet: PlannedTable[] | null
  erased_at: Date | null
}
