import type { Database } from '#db/database.ts'
import type { ChangeState } from '#domains/changes/server/change-requests.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { mandateReference } from '#vocabulary/sepa.ts'

const dayMs = 86_400_000

type AskedBefore = {
  contract: string
  kind: string
  details: (contract: { iban: string | null }, at: Date) => object
  state: ChangeState
  askedDaysAgo: number
  movedDaysAgo: number
}

/** A hall whose power the distributor has yet to raise, and an account that was changed last winter. */
const asked: readonly AskedBefore[] = [
  {
    contract: '0051239',
    kind: 'power',
    details: () => ({
      ...{ power_p1: 24_000, power_p2: 24_000, power_p3: 26_000, power_p4: 26_000, power_p5: 26_000, power_p6: 32_000 },
      ...{ phone: '+34600000303', phone_num: '600000303', phone_pre: '+34' },
    }),
    state: 'sent',
    askedDaysAgo: 4,
    movedDaysAgo: 3,
  },
  {
    contract: '0048213',
    kind: 'iban',
    details: ({ iban }, at) => ({ iban, mandate_reference: mandateReference('0048213', at) }),
    state: 'done',
    askedDaysAgo: 312,
    movedDaysAgo: 312,
  },
]

/** A house that had more power until last year, so that having it again costs no extension. */
const held = { contract: '0049077', untilDaysAgo: 430, powerWatts: 6_900 }

/** What was asked to be changed of contracts before today, and the powers that places have had. */
export async function loadChanges(db: Database, { now }: { now: Date }) {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const { contract, kind, details, state, askedDaysAgo, movedDaysAgo } of asked) {
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
        details: JSON.stringify(details(row, before(askedDaysAgo))),
        requested_by_user_id: row.user_id,
        requested_at: before(askedDaysAgo),
        updated_at: before(movedDaysAgo),
      })
      .execute()
  }
  const { supply_point_id } = await db
    .selectFrom('contract')
    .where('name', '=', held.contract)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  const held_until = addDays(marketDayOf(now, 'Europe/Madrid'), -held.untilDaysAgo)
  await db.insertInto('held_power').values({ supply_point_id, held_until, power_watts: held.powerWatts }).execute()
}
