import type { Database } from '#db/database.ts'
import { findShownDutiesOf } from '#domains/duties/server/shown-duties.ts'
import type { ReplyIn } from '#kit/call.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { agreedDateKinds, changeDayOf, dutyOfAgreedDate, hasPenaltyOn, subjectOfAgreedDates } from '../agreed-dates.ts'
import type { listAgreedDates } from '../api.ts'

type AgreedDatesQuery = { customerIds: readonly number[]; name: string; now: Date }

/** Returns what was agreed with a contract in force of these holders and is still to change, by day. */
export async function findAgreedDates(
  db: Database,
  { customerIds, name, now }: AgreedDatesQuery,
): Promise<ReplyIn<typeof listAgreedDates>> {
  const contract = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .where('name', '=', name)
    .where('state', '=', 'activa')
    .select(['contract_id', 'renews_on', 'promotion_name', 'promotion_ends_on', 'penalty_percent', 'penalty_ends_on'])
    .executeTakeFirst()
  if (!contract) return { items: [], penalty: null }
  const today = marketDayOf(now, 'Europe/Madrid')
  const changes = agreedDateKinds.flatMap((kind) => {
    const changes_on = changeDayOf(kind, contract)
    return changes_on === null || changes_on <= today ? [] : [{ kind, changes_on }]
  })
  // Most contracts have none, and every page of a contract asks.
  const duties = changes.length ? await findShownDutiesOf(db, subjectOfAgreedDates(contract.contract_id), now) : []
  const items = changes.map(({ kind, changes_on }) => {
    const promotion = kind === 'promotion_end' ? contract.promotion_name : null
    const duty = duties.find((each) => each.kind === dutyOfAgreedDate[kind]) ?? null
    return { kind, changes_on, promotion, duty }
  })
  const { penalty_percent: percent, penalty_ends_on: ends_on } = contract
  return {
    items: items.toSorted((one, other) => (one.changes_on < other.changes_on ? -1 : 1)),
    penalty: percent !== null && ends_on !== null && hasPenaltyOn(contract, today) ? { percent, ends_on } : null,
  }
}
