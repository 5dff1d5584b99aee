import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { openDuty } from '#domains/duties/server/duty-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { UnrequestedSwitch } from '../rules.ts'
import { findContractOfCase } from './find-case-contract.ts'

/**
 * Has a switch undone that nobody asked for, once its case is accepted (Real Decreto 88/2026, art. 18.6): the retailer's
 * systems ask the distributor to put the supply back (process E2 of the CNMC), and the duty to do so begins. Does nothing
 * for any other case.
 */
export async function putSwitchBack(db: Database, row: Selectable<SupportCase>, now: Date): Promise<void> {
  const reported = row.unrequested_switch as UnrequestedSwitch | null
  if (!reported) return
  const { case_id, customer_id, contract_id } = row
  const contract = await findContractOfCase(db, row)
  await openDuty(db, {
    ...{ kind: 'switch_undo', subject: `case:${case_id}`, place: contract?.provinceCode ?? null, at: now },
    facts: { topics: [], energy: contract?.energy ?? null, powerWatts: null },
    customerId: customer_id ?? undefined,
    contractId: contract_id ?? undefined,
  })
  const { cups, direction } = reported
  const data = { case_id, customer_id, contract_id, cups, direction }
  await queueEvent(db, { type: 'case.switch_undo_accepted', data }, now)
}
