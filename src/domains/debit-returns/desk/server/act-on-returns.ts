import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { ItemKind } from '#domains/payments/rules.ts'
import { lockItem } from '#domains/payments/server/items.ts'
import { causeOf, consequences } from '../../return-reasons.ts'
import { notifyCustomer } from '../../server/record-returns.ts'
import { lockReturn, type StoredReturn, toReturnedDebit, updateReturn } from '../../server/return-store.ts'
import type { BulkAct } from '../rules.ts'

type ActInput = { act: BulkAct; id: number; operatorId: number; now: Date }

/** Performs an act on a return. @returns the return as it was, or null if the act does not apply to it. */
export async function actOnReturn(trx: Transaction<DB>, { act, id, operatorId, now }: ActInput) {
  const row = await lockReturn(trx, id)
  if (!(await acts[act](trx, row, { operatorId, now }))) return null
  return row
}

type Act = (trx: Transaction<DB>, row: StoredReturn, by: { operatorId: number; now: Date }) => Promise<boolean>

const acts: Record<BulkAct, Act> = {
  async assign(trx, row, { operatorId }) {
    await updateReturn(trx, row.debit_return_id, { assigned_to_user_id: operatorId })
    return true
  },
  async remind(trx, row, { now }) {
    if (row.state !== 'matched' || !row.is_booked) return false
    if (!consequences[causeOf(row.reason_code)].isShownToCustomer) return false
    const key = { customerId: row.customer_id!, kind: row.item_kind as ItemKind, itemId: row.item_id! }
    const item = await lockItem(trx, key)
    if (item.paidStatus !== 'unpaid' || item.amountPendingCents === 0) return false
    await notifyCustomer(trx, { item, debit: toReturnedDebit(row), now })
    return true
  },
  async dismiss(trx, row) {
    if (row.state !== 'unmatched') return false
    await updateReturn(trx, row.debit_return_id, { state: 'dismissed' })
    return true
  },
}
