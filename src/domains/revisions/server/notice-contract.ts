import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { needsLargePrint } from '#domains/customers/server/draw-in-format.ts'
import { firstUserOf } from '#domains/customers/server/first-user.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'

/** A contract with what its notice says and where it is sent. */
export type NoticeContract = {
  customerId: number
  contractId: number
  name: string
  energy: Energy
  tariff: string
  powerWatts: number[]
  isSelfConsumption: boolean
  hasWallet: boolean
  provinceCode: string
  supplyAddress: string
  holder: string
  /** Whether its holder has chosen the post for what is sent about it. */
  isByPost: boolean
  postalAddress: { name: string; fullAddress: string }
  /** The address of mails about the contract, where no user manages its holder. */
  email: string | null
  hasUsers: boolean
  /** The promotion that was agreed with it, by its name. */
  promotion: string | null
  /** What leaving costs at most until a day; null if nothing. */
  penalty: { percent: string; endsOn: MarketDay } | null
  /** The language of its first user. */
  locale: Locale | null
  /** Whether its notice is drawn in large letters. */
  needsLargePrint: boolean
}

/** Returns a contract with what its notice needs, or undefined if it no longer exists. */
export async function findNoticeContract(
  db: Database,
  { customerId, contractId, now }: { customerId: number; contractId: number; now: Date },
): Promise<NoticeContract | undefined> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const row = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .innerJoin('address', (join) =>
      join
        .onRef('address.address_id', '=', 'contract.notification_address_id')
        .onRef('address.customer_id', '=', 'contract.customer_id'),
    )
    .where('contract.customer_id', '=', customerId)
    .where('address.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['contract.name', 'contract.energy', 'contract.tariff', 'power_watts', 'self_consumption_code'])
    .select(['invoice_delivery', 'supply_street', 'supply_city', 'supply_point.province_code'])
    .select(['customer.name as holder', 'address.name as addressee', 'full_address', 'address.email'])
    .select(['promotion_name', 'penalty_percent', 'penalty_ends_on'])
    .select(
      sql<boolean>`exists (select from battery_link link where link.customer_id = ${customerId}
        and link.contract_id = contract.contract_id and link.is_origin and link.starts_on <= ${today}
        and (link.ends_on is null or link.ends_on >= ${today}))`.as('hasWallet'),
    )
    .select([firstUserOf(customerId).as('firstUser'), needsLargePrint(customerId).as('needsLargePrint')])
    .executeTakeFirst()
  if (!row) return undefined
  const { firstUser: user } = row
  return {
    ...{ customerId, contractId, name: row.name, energy: row.energy as Energy, tariff: row.tariff },
    ...{ powerWatts: row.power_watts, hasWallet: row.hasWallet, provinceCode: row.province_code },
    isSelfConsumption: row.self_consumption_code !== withoutSelfConsumption,
    supplyAddress: `${row.supply_street} - ${row.supply_city}`,
    holder: row.holder,
    isByPost: row.invoice_delivery === 'postal',
    postalAddress: { name: row.addressee, fullAddress: row.full_address },
    email: row.email,
    promotion: row.promotion_name,
    penalty: penaltyOf(row),
    hasUsers: user !== null,
    locale: parseLocale(user?.locale) ?? null,
    needsLargePrint: row.needsLargePrint,
  }
}

type PenaltyRow = { penalty_percent: string | null; penalty_ends_on: MarketDay | null }

function penaltyOf({ penalty_percent: percent, penalty_ends_on: endsOn }: PenaltyRow): NoticeContract['penalty'] {
  return percent === null || endsOn === null ? null : { percent, endsOn }
}
