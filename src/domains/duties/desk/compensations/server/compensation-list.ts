import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPendingApproval } from '#domains/approvals/server/approval-store.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { CompensationState } from '../../../compensation.ts'
import type { ListedCompensation } from '../api.ts'
import { compensationApprovalSubject } from './compensation-approval.ts'

type CompensationListRow = Pick<
  ListedCompensation,
  'id' | 'state' | 'customer' | 'contract' | 'kind' | 'due_on' | 'source' | 'invoice_number' | 'reason'
> & { ended_at: Date | null; minimum_cents: number; amount_cents: number | null; percent_of_first_bill: number }

/** Returns a page of compensations in a state, oldest first. */
export async function findCompensations(
  db: Database,
  { state, ...range }: PageRange & { state: CompensationState },
  now: Date,
): Promise<ResultPage<ListedCompensation>> {
  const selection = {
    columns: sql`compensation_id as id, compensation.state, duty.kind, due_on, ended_at, minimum_cents, amount_cents,
      percent_of_first_bill, source, invoice_number, reason, contract.name as contract,
      json_build_object('id', compensation.customer_id, 'name', coalesce(customer.name, '')) as customer`,
    from: sql`compensation join duty using (duty_id)
      left join customer on customer.customer_id = compensation.customer_id
      left join contract on contract.customer_id = compensation.customer_id
        and contract.contract_id = compensation.contract_id`,
    where: [sql`compensation.state = ${state}`],
    orderBy: sql`proposed_at, compensation_id`,
  }
  const { items, total } = await findPage<CompensationListRow>(db, selection, range)
  const presented = items.map(async ({ ended_at, minimum_cents, amount_cents, ...row }) => ({
    ...row,
    done_at: ended_at?.toISOString() ?? null,
    ...{ minimum: minimum_cents / 100, amount: amount_cents === null ? null : amount_cents / 100 },
    waiting_approval: await findPendingApproval(db, compensationApprovalSubject(row.id), now),
  }))
  return { items: await Promise.all(presented), total }
}
