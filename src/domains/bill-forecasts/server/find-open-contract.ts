import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import {
  type ContractFactsRow,
  contractFactsOf,
  createPriceReader,
  selectContractFacts,
  zoneOn,
} from '#domains/bill-checks/server/load-contract-facts.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { isFinallyBilled } from '#domains/invoices/server/is-finally-billed.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { LeftOutReason } from '../bill-forecast.ts'
import type { BilledDays } from './forecast/next-bill-days.ts'
import type { RunningSupply } from './forecast/running-bill.ts'

/** A contract with what its next bill depends on besides its energy. */
export type OpenContract = {
  customerId: number
  contractId: number
  energy: 'electricity' | 'gas'
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  lastBill: BilledDays | null
  leftOut: LeftOutReason[]
  supplyOn(day: MarketDay): RunningSupply
}

type ContractRow = ContractFactsRow & {
  customer_id: number
  contract_id: number
  energy: 'electricity' | 'gas'
  has_wallet: boolean
}

/** Returns a contract of some customers, or undefined. */
export async function findOpenContract(
  db: Database,
  { customerIds, contractId }: { customerIds: readonly number[]; contractId: number },
): Promise<OpenContract | undefined> {
  const { rows } = await sql<ContractRow>`
    select contract.customer_id, contract.contract_id, contract.energy, ${selectContractFacts(customerIds)},
      exists (select from battery_link link
        where ${isOneOf('link.customer_id', customerIds)} and link.customer_id = contract.customer_id and link.contract_id = contract.contract_id and link.ends_on is null) as has_wallet
    from contract join product using (product_id) join supply_point using (supply_point_id)
    where ${isOneOf('contract.customer_id', customerIds)} and contract.contract_id = ${contractId}
      and contract.state <> 'cancelada'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const [prices, last] = await Promise.all([createPriceReader(db)([row.product_id]), findLastBill(db, row)])
  const contract = contractFactsOf(row)
  return {
    ...{ customerId: row.customer_id, contractId: row.contract_id, energy: row.energy },
    ...{ startsOn: contract.startsOn, endsOn: contract.endsOn },
    lastBill: last ? { firstDay: last.starts_on, lastDay: last.ends_on, dueDay: last.due_on } : null,
    leftOut: [
      ...(row.has_wallet ? (['wallet'] as const) : []),
      ...(contract.hasChosenHours ? (['chosen_hours'] as const) : []),
    ],
    supplyOn: (day) => ({
      ...{ contract, prices: prices.get(row.product_id) ?? [], zone: zoneOn(row, day), followsMarket: row.is_dynamic },
      bill: { content: { productName: contract.productName } },
      lastLines: last?.content.lines.length ? last.content.lines : null,
    }),
  }
}

/** Returns the last bill of a contract that nothing has taken back. One that is held has not arrived. */
function findLastBill(db: Database, { customer_id, contract_id }: Pick<ContractRow, 'customer_id' | 'contract_id'>) {
  return db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customer_id)
    .where('contract_id', '=', contract_id)
    .where(isFinallyBilled)
    .orderBy('ends_on', 'desc')
    .limit(1)
    .select(['starts_on', 'ends_on', 'due_on', 'content'])
    .$narrowType<{ content: InvoiceContent }>()
    .executeTakeFirst()
}
