import type { Database } from '#db/database.ts'
import type { ContractKey } from '#domains/contract-records/server/contract-store.ts'
import {
  endSuspensionStop,
  findStopsOf,
  type SuspensionStop,
  stopSuspension,
} from '#domains/contract-records/server/suspension-stops.ts'
import { type NotedStop, notedStops } from '../rules.ts'
import { queueDebtMail } from './debt-mail.ts'
import { addDebtEvent, type DebtKey, findContractOf, findOpenDebtOf, lockDebt, updateDebt } from './debt-store.ts'

type Stop = ContractKey & SuspensionStop & { at: Date }

/**
 * Stops the suspension of a contract's supply, and the way of its debt there: a complaint about its reason until it is
 * answered (Ley 10/2025, article 4.4), a body out of court that has it, an essential supply, or the social bonus that
 * was asked for. An announced day is void; another one has to be announced. @returns whether it has just begun.
 */
export function beginStop(db: Database, { at, ...stop }: Stop): Promise<boolean> {
  return followStops(db, { ...stop, at }, () => stopSuspension(db, { ...stop, at }))
}

/** Ends a stop; the debt goes on once nothing else stops it. @returns whether there was one. */
export function endStop(db: Database, { at, ...stop }: Stop): Promise<boolean> {
  return followStops(db, { ...stop, at }, () => endSuspensionStop(db, { ...stop, at }))
}

/** Notes for a debt that something stops it. @returns whether that changed anything. */
export async function noteStop(
  db: Database,
  key: DebtKey,
  { reason, now }: { reason: NotedStop; now: Date },
): Promise<boolean> {
  const debt = await lockDebt(db, key)
  if (debt.step === 'closed') return false
  return beginStop(db, { ...stopOf(debt, reason), at: now })
}

/** Ends what was noted for a debt. @returns whether it goes on, or why it does not: nothing was, or a case stops it. */
export async function endNotedStops(
  db: Database,
  key: DebtKey,
  now: Date,
): Promise<'resumed' | 'unchanged' | 'debt_stopped'> {
  const debt = await lockDebt(db, key)
  let hasEnded = false
  for (const reason of notedStops) if (await endStop(db, { ...stopOf(debt, reason), at: now })) hasEnded = true
  const left = await findStopsOf(db, { customerId: key.customerId, contractId: debt.contract_id })
  if (left.length > 0) return 'debt_stopped'
  return hasEnded ? 'resumed' : 'unchanged'
}

function stopOf(
  {
    customer_id: customerId,
    contract_id: contractId,
    debt_id,
  }: { customer_id: number; contract_id: number; debt_id: number },
  reason: NotedStop,
) {
  return { customerId, contractId, subject: `debt:${debt_id}`, reason }
}

/** Changes what stops a suspension, and tells the debt and its customer if it stands still from now on, or goes on. */
async function followStops(
  db: Database,
  { customerId, contractId, at: now }: ContractKey & { at: Date },
  change: () => Promise<boolean>,
): Promise<boolean> {
  const contractKey = { customerId, contractId }
  const debtId = await findOpenDebtOf(db, contractKey)
  const key = debtId === undefined ? null : { customerId, debtId }
  // Two stops of one contract wait for each other, so that only the first one of them stops its debt.
  const debt = key && (await lockDebt(db, key))
  const wasStopped = (await findStopsOf(db, contractKey)).length > 0
  const hasChanged = await change()
  const isStopped = (await findStopsOf(db, contractKey)).length > 0
  if (!key || !debt || debt.step === 'closed' || isStopped === wasStopped) return hasChanged
  if (isStopped && debt.step === 'announced') await updateDebt(db, key, { step: 'delivered', suspend_on: null })
  const kind = isStopped ? 'stopped' : 'resumed'
  await addDebtEvent(db, key, { kind, at: now })
  await queueDebtMail(db, { ...key, contract: await findContractOf(db, contractKey), kind, now })
  return hasChanged
}
