import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { filterLargePrint } from '#domains/customers/server/draw-in-format.ts'
import { type FirstUser, findFirstUsers } from '#domains/customers/server/first-user.ts'
import { isOfSingle, isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { Locale } from '#vocabulary/locale.ts'
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

type ContractKey = { customerId: number; contractId: number }

/** Returns contracts with what their notices need, by their ids; those that no longer exist are missing. */
export async function findNoticeContracts(
  db: Database,
  keys: readonly ContractKey[],
  today: MarketDay,
): Promise<Map<number, NoticeContract>> {
  if (keys.length === 0) return new Map()
  const customerIds = [...new Set(keys.map(({ customerId }) => customerId))]
  const rows = await readContracts(db, { customerIds, contractIds: keys.map(({ contractId }) => contractId), today })
  const firstUsers = await findFirstUsers(db, customerIds)
  const inLargePrint = await filterLargePrint(db, customerIds)
  return new Map(
    rows.map((row) => {
      const { contract_id: contractId, customer_id: customerId } = row
      const readers = { user: firstUsers.get(customerId), needsLargePrint: inLargePrint.has(customerId) }
      return [contractId, noticeContractOf(row, readers)]
    }),
  )
}

type ContractQuery = { customerIds: readonly number[]; contractIds: readonly number[]; today: MarketDay }
type ContractRow = Awaited<ReturnType<typeof readContracts>>[number]

function readContracts(db: Database, { customerIds, contractIds, today }: ContractQuery) {
  return db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .innerJoin('address', (join) =>
      join
        .onRef('address.address_id', '=', 'contract.notification_address_id')
        .onRef('address.customer_id', '=', 'contract.customer_id'),
    )
    .where(isOneOf('contract.customer_id', customerIds))
    .where(isOfSingle('address.customer_id', customerIds))
    .where(isOneOf('contract_id', contractIds))
    .select(['contract.customer_id', 'contract_id'])
    .select(['contract.name', 'contract.energy', 'contract.tariff', 'power_watts', 'self_consumption_code'])
    .select(['invoice_delivery', 'supply_street', 'supply_city', 'supply_point.province_code'])
    .select(['customer.name as holder', 'address.name as addressee', 'full_address', 'address.email'])
    .select(['promotion_name', 'penalty_percent', 'penalty_ends_on'])
    .select(
      sql<boolean>`exists (select from battery_link link
        where ${isOfSingle('link.customer_id', customerIds)} and link.customer_id = contract.customer_id
          and link.contract_id = contract.contract_id and link.is_origin and link.starts_on <= ${today}
          and (link.ends_on is null or link.ends_on >= ${today}))`.as('hasWallet'),
    )
    .execute()
}

type Readers = { user: FirstUser | undefined; needsLargePrint: boolean }

function noticeContractOf(row: ContractRow, { user, needsLargePrint }: Readers): NoticeContract {
  return {
    ...{ customerId: row.customer_id, contractId: row.contract_id },
    ...{ name: row.name, energy: row.energy as Energy, tariff: row.tariff },
    ...{ powerWatts: row.power_watts, hasWallet: row.hasWallet, provinceCode: row.province_code },
    isSelfConsumption: row.self_consumption_code !== withoutSelfConsumption,
    supplyAddress: `${row.supply_street} - ${row.supply_city}`,
    holder: row.holder,
    isByPost: row.invoice_delivery === 'postal',
    postalAddress: { name: row.addressee, fullAddress: row.full_address },
    email: row.email,
    promotion: row.promotion_name,
    penalty: penaltyOf(row),
    hasUsers: user !== undefined,
    locale: user?.locale ?? null,
    needsLargePrint,
  }
}

type PenaltyRow = { penalty_percent: string | null; penalty_ends_on: MarketDay | null }

function penaltyOf({ penalty_percent: percent, penalty_ends_on: endsOn }: PenaltyRow): NoticeContract['penalty'] {
  return percent === null || endsOn === null ? null : { percent, endsOn }
}
