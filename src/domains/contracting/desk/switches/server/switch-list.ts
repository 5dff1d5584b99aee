import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { dutyStatusAt } from '#domains/duties/rules.ts'
import { anyOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { rejectionReasonOf, type SwitchStepName } from '../../../switch-steps.ts'
import type { ListedSwitch } from '../api.ts'
import type { SwitchFilter } from '../rules.ts'

export type SwitchQuery = PageRange & { q: string; state: SwitchFilter }

type SwitchRow = Pick<ListedSwitch, 'contract' | 'customer' | 'due_on' | 'happened_on'> & {
  started_at: Date
  due_at: Date
  state: 'open' | 'paused'
  step: SwitchStepName | null
  code: string | null
}

const isUnderWay = sql`duty.kind = 'supply_switch' and duty.state in ('open', 'paused')`

// The last steps are a query of their own: duties are stored on one node, and steps on many, where none is queried for
// each row of another.
const selection = {
  columns: sql`json_build_object('id', contract.contract_id, 'name', contract.name) as contract,
    json_build_object('id', customer.customer_id, 'name', customer.name) as customer, duty.state,
    started_at, due_at, due_on::text as due_on, latest.step, latest.code, latest.happened_on::text as happened_on`,
  from: sql`duty
    join contract on contract.customer_id = duty.customer_id and contract.contract_id = duty.contract_id
    join customer on customer.customer_id = duty.customer_id
    left join (
      select distinct on (customer_id, contract_id) customer_id, contract_id, step, code, happened_on from switch_step
      where (customer_id, contract_id) in (select duty.customer_id, duty.contract_id from duty where ${isUnderWay})
      order by customer_id, contract_id, happened_on desc, switch_step_id desc
    ) latest on latest.customer_id = contract.customer_id and latest.contract_id = contract.contract_id`,
  orderBy: sql`due_at, duty_id`,
}

/** Returns a page of the switches under way, the earliest day first. */
export async function findSwitches(
  db: Database,
  { q, state, ...range }: SwitchQuery,
  now: Date,
): Promise<ResultPage<ListedSwitch>> {
  const where: RawBuilder<unknown>[] = [isUnderWay, conditionOf(state, now)]
  if (q) {
    const customerIds = await findMatchingCustomerIds(db, parseSearch(q))
    where.push(anyOf([isOneOf('duty.customer_id', customerIds), sql`contract.name = ${q}`]))
  }
  const { items, total } = await findPage<SwitchRow>(db, { ...selection, where }, range)
  return { items: items.map((row) => presentSwitch(row, now)), total }
}

function conditionOf(state: SwitchFilter, now: Date): RawBuilder<unknown> {
  if (state === 'rejected') return sql`latest.step = 'rejected'`
  return state === 'late' ? sql`duty.state = 'open' and due_at <= ${now}` : sql`true`
}

function presentSwitch({ started_at, due_at: dueAt, state, code, ...row }: SwitchRow, now: Date): ListedSwitch {
  const status = dutyStatusAt({ kind: 'supply_switch', state, dueAt, doneAt: null }, now)
  const { contract, customer, due_on, step, happened_on } = row
  return {
    ...{ contract, customer, due_on, step, happened_on },
    requested_on: marketDayOf(started_at, 'Europe/Madrid'),
    clock: status === 'late' || status === 'paused' ? status : 'running',
    rejection: step === 'rejected' ? { code: code!, reason: rejectionReasonOf(code!) } : null,
  }
}
