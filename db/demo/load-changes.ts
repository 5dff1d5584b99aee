import type { Database } from '#db/database.ts'
import type { ChangeState } from '#domains/changes/server/change-requests.ts'
import { addDays } from '#vocabulary/day.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { buildMandateReference } from '#vocabulary/sepa.ts'

type PastChange = {
  contract: string
  kind: string
  details: (contract: { iban: string | null }, at: Date) => object
  state: ChangeState
  requestedDaysAgo: number
  updatedDaysAgo: number
}

/** An industrial unit whose power the distributor has yet to raise, and a bank account that was changed last winter. */
const pastChanges: readonly PastChange[] = [
  {
    contract: '0051239',
    kind: 'power',
    details: () => ({
      ...{ power_p1: 24_000, power_p2: 24_000, power_p3: 26_000, power_p4: 26_000, power_p5: 26_000, power_p6: 32_000 },
      ...{ phone: '+34600000303', phone_num: '600000303', phone_pre: '+34' },
    }),
    state: 'sent',
    requestedDaysAgo: 4,
    updatedDaysAgo: 3,
  },
  {
    contract: '0048213',
    kind: 'iban',
    details: ({ iban }, at) => ({ iban, mandate_reference: buildMandateReference('0048213', at) }),
    state: 'done',
    requestedDaysAgo: 312,
    updatedDaysAgo: 312,
  },
]

/** A house that had more power until last year, so that returning to it requires no extension payment. */
const previousPower = { contract: '0049077', untilDaysAgo: 430, powerWatts: 6_900 }

/** Stores past contract changes and the previous contracted powers of supply points. */
export async function loadChanges(db: Database, { now }: { now: Date }) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * msPerDay)
  for (const { contract, kind, details, state, requestedDaysAgo, updatedDaysAgo } of pastChanges) {
    const row = await db
      .selectFrom('contract')
      .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
      .where('contract.name', '=', contract)
      .select(['contract.customer_id', 'contract_id', 'iban', 'user_id'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('change_request')
      .values({
        customer_id: row.customer_id,
        contract_id: row.contract_id,
        kind,
        state,
        details: JSON.stringify(details(row, daysAgo(requestedDaysAgo))),
        requested_by_user_id: row.user_id,
        requested_at: daysAgo(requestedDaysAgo),
        updated_at: daysAgo(updatedDaysAgo),
      })
      .execute()
  }
  const { supply_point_id } = await db
    .selectFrom('contract')
    .where('name', '=', previousPower.contract)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  const held_until = addDays(marketDayOf(now, 'Europe/Madrid'), -previousPower.untilDaysAgo)
  await db
    .insertInto('held_power')
    .values({ supply_point_id, held_until, power_watts: previousPower.powerWatts })
    .execute()
}
