import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPendingApproval } from '#domains/approvals/server/approval-store.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { CompensationState } from '../../../compensation.ts'
import type { ListedCompensation } from '../api.ts'
import { compensationApprovalSubject } from './compensation-approval.ts'

type CompensationListRow = Pick<
  ListedCompensation,
  'id' | 'state' | 'customer' | 'kind' | 'due_on' | 'source' | 'invoice_number' | 'reason'
> & {
  ended_at: Date | null
  minimum_cents: number
  amount_cents: number | null
  percent_of_first_bill: number
  customer_id: number
  contract_id: number | null
}

/** Returns a page of compensations in a state, oldest first. */
export async function findCompensations(
  db: Database,
  { state, ...range }: PageRange & { state: CompensationState },
  now: Date,
): Promise<ResultPage<ListedCompensation>> {
  const selection = {
    columns: sql`compensation_id as id, compensation.state, duty.kind, due_on, ended_at, minimum_cents, amount_cents,
      percent_of_first_bill, source, invoice_number, reason, compensation.customer_id, compensation.contract_id,
      json_build_object('id', compensation.customer_id, 'name', coalesce(customer.name, '')) as customer`,
    from: sql`compensation join duty using (duty_id)
      left join customer on customer.customer_id = compensation.customer_id`,
    where: [sql`compensation.state = ${state}`],
    orderBy: sql`proposed_at, compensation_id`,
  }
  const { items, total } = await findPage<CompensationListRow>(db, selection, range)
  const contracts = await findContractNames(db, items)
  const presented = items.map(async ({ ended_at, minimum_cents, amount_cents, customer_id, contract_id, ...row }) => ({
    ...row,
    contract: contracts.get(`${customer_id}/${contract_id}`) ?? null,
    done_at: ended_at?.toISOString() ?? null,
    ...{ minimum: minimum_cents / 100, amount: amount_cents === null ? null : amount_cents / 100 },
    waiting_approval: await findPendingApproval(db, compensationApprovalSubject(row.id), now),
  }))
  return { items: await Promise.all(presented), total }
}

// A statement of its own: joined with duties, which are on one node, all contracts of the others would be sent there.
async function findContractNames(db: Database, rows: readonly CompensationListRow[]): Promise<Map<string, string>> {
  const customerIds = rows.map(({ customer_id: customerId }) => customerId)
  const contractIds = rows.flatMap(({ contract_id: contractId }) => contractId ?? [])
  const { rows: contracts } = await sql<{ key: string; name: string }>`
    select customer_id || '/' || contract_id as key, name from contract
    where customer_id = any(${customerIds}::bigint[]) and contract_id = any(${contractIds}::bigint[])`.execute(db)
  return new Map(contracts.map(({ key, name }) => [key, name]))
}
