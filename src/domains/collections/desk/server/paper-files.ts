import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import { topicsOf } from '../../rules.ts'
import { hasNoOwnPlan } from '../../server/debt-store.ts'

const rowsAtOnce = 500

/** Returns a paper that is written, for its operators, or undefined. */
export async function findPaperFile(db: Database, paperId: number) {
  const row = await db
    .selectFrom('debt_paper')
    .innerJoin('debt', (join) =>
      join.onRef('debt.customer_id', '=', 'debt_paper.customer_id').onRef('debt.debt_id', '=', 'debt_paper.debt_id'),
    )
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'debt.customer_id')
        .onRef('contract.contract_id', '=', 'debt.contract_id'),
    )
    .where('debt_paper_id', '=', paperId)
    .where('file_key', 'is not', null)
    .select(['debt_paper.customer_id', 'debt_paper.debt_id', 'file_key', 'contract.name'])
    .executeTakeFirst()
  return row && { ...row, file_key: row.file_key! }
}

type Letter = {
  customer_id: number
  debt_paper_id: number
  file_key: string
  channel: 'certified_post' | 'burofax'
  contract: string
  addressee: string
  address: string
}

/** Yields the papers that go by certified post or burofax and of which nothing is known yet. */
export async function* streamLetters(db: Database): AsyncGenerator<Letter> {
  const batches = readBatches<Letter>(rowsAtOnce, async (last) => {
    const { rows } = await sql<Letter>`
      select paper.customer_id, debt_paper_id, file_key, channel, contract.name as contract, address.name as addressee,
        full_address as address
      from debt_paper paper
        join debt on debt.customer_id = paper.customer_id and debt.debt_id = paper.debt_id
        join contract on contract.customer_id = debt.customer_id and contract.contract_id = debt.contract_id
        join address on address.customer_id = contract.customer_id and address.address_id = contract.notification_address_id
      where file_key is not null and outcome is null and channel <> 'electronic' and step in ('demanded', 'announced')
        and (paper.customer_id, debt_paper_id) > (${last?.customer_id ?? 0}, ${last?.debt_paper_id ?? 0})
      order by paper.customer_id, debt_paper_id limit ${rowsAtOnce}`.execute(db)
    return rows
  })
  for await (const letters of batches) yield* letters
}

/** A supply point that a community is told of. */
export type CommunityRow = {
  customer_id: number
  debt_id: number
  cups: string
  holder: string
  tax_id: string
  street: string
  postcode: string
  city: string
  has_social_bonus: boolean
  first_demand_on: string
  delivered_on: string
  suspension_from: string | null
  owed_cents: number
  power_watts: number[]
}

/**
 * Yields the supply points in some provinces of households whose demand was delivered and who still owe, for the list of
 * their community (RD 897/2017, article 19.4): whoever has paid is no longer in it.
 */
export async function* streamCommunityRows(db: Database, provinces: readonly string[]): AsyncGenerator<CommunityRow> {
  const batches = readBatches<CommunityRow>(rowsAtOnce, async (last) => {
    const { rows } = await sql<CommunityRow>`
      select debt.customer_id, debt.debt_id, contract.cups, customer.name as holder, customer.tax_id, point.street,
        point.postcode, point.city, has_social_bonus, first_demand_on::text, suspension_from::text, power_watts,
        demand.delivered_on::text as delivered_on, owed.cents as owed_cents
      from debt
        join contract on contract.customer_id = debt.customer_id and contract.contract_id = debt.contract_id
        join supply_point point on point.supply_point_id = contract.supply_point_id
        join customer on customer.customer_id = debt.customer_id
        join lateral (
          select min(outcome_on) as delivered_on from debt_paper paper
          where paper.customer_id = debt.customer_id and paper.debt_id = debt.debt_id and kind = 'demand'
            and outcome = 'delivered'
        ) demand on delivered_on is not null
        join lateral (
          select coalesce(sum(amount_pending_cents), 0)::integer as cents from ${visibleInvoices} invoice
          where invoice.customer_id = debt.customer_id and invoice.contract_id = debt.contract_id
            and paid_status = 'unpaid' and rectificative_type not in ('A', 'B')
          and ${hasNoOwnPlan}
        ) owed on owed.cents > 0
      where step in ('delivered', 'announced', 'suspended') and point.province_code = any(${provinces})
        and contract.energy = 'electricity' and not is_company
        and (debt.customer_id, debt.debt_id) > (${last?.customer_id ?? 0}, ${last?.debt_id ?? 0})
      order by debt.customer_id, debt.debt_id limit ${rowsAtOnce}`.execute(db)
    return rows
  })
  for await (const rows of batches) yield* rows.filter(isHousehold)
}

function isHousehold({ power_watts: powers, has_social_bonus: hasBonus }: CommunityRow): boolean {
  const maxPowerWatts = powers.length ? Math.max(...powers) : null
  return topicsOf({ isCompany: false, energy: 'electricity', maxPowerWatts }, hasBonus).includes('household')
}
