import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { updateContract } from '#domains/contract-records/server/contract-store.ts'
import { openDuty } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureHandler } from '#domains/signatures/server/signature-handlers.ts'
import { markCancelled } from '#domains/signatures/server/signature-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { tariffFor } from '../power-rules.ts'
import { type ClockWait, retailerMovesFrom, type SignedChange } from '../rules.ts'
import { clearAwaitingSignature } from './awaiting-signature.ts'
import { type ChangeReason, type LockedChange, lockChange, updateChangeState } from './change-requests.ts'
import { endPowerChangeDuty, moveClock, nextChangeDuty, openPowerChangeDuty } from './power-duties.ts'
import { requestedPowersOf } from './power-fields.ts'

/**
 * Applies a change once its document is signed: a new account pays from then on, while a power change and a request to
 * the register are sent to the distributor. A change that is not signed in time is cancelled.
 */
export const changeSignatureHandler: SignatureHandler = {
  async onSigned(transaction, { customerId, subjectId, now }) {
    const change = await findAwaitingChange(transaction, { customerId, changeRequestId: subjectId })
    if (!change) return false
    await clearAwaitingSignature(transaction, contractKeyOf(change))
    await queueEvent(transaction, { type: 'request.signed', data: requestEventOf(change) }, now)
    if (change.kind === 'iban') {
      await completeChange(transaction, change, { now })
      return true
    }
    await updateChangeState(transaction, { customerId, changeRequestId: subjectId, state: 'sent', now })
    await openPowerChangeDuty(transaction, change, now)
    await notifyCustomer(transaction, 'changes.sent', change, now)
    return true
  },
  async onUnsigned(transaction, { customerId, subjectId, now }) {
    const change = await findAwaitingChange(transaction, { customerId, changeRequestId: subjectId })
    if (change) await cancelChange(transaction, change, { reason: 'expired', now })
  },
}

type ChangeRequestKey = { customerId: number; changeRequestId: number }

/** Withdraws a request that has not been signed. Returns false when it has been signed or has ended. */
export function withdrawChangeRequest(
  db: Kysely<DB>,
  { userId, now, ...key }: ChangeRequestKey & { userId: number; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Same lock order as signing, the signature first and then the change, to avoid a deadlock.
    await lockSignatureOfChange(transaction, key)
    const change = await findAwaitingChange(transaction, key)
    if (!change) return false
    if (change.signature_id)
      await markCancelled(transaction, { customerId: key.customerId, id: change.signature_id }, now)
    await cancelChange(transaction, change, { reason: 'withdrawn', userId, now })
    return true
  })
}

type RetailerAction = ChangeRequestKey & {
  /** The acting user, where they have an account. */
  userId?: number
  now: Date
}

/** Sends a request that needs no signature to the distributor. Returns false when its state does not allow it. */
export function acceptChangeRequest(db: Kysely<DB>, { userId, now, ...key }: RetailerAction): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const change = await lockChange(transaction, key)
    if (!change || !retailerMovesFrom(change.state).includes('accept')) return false
    await updateChangeState(transaction, { ...key, state: 'sent', userId, now })
    await openPowerChangeDuty(transaction, change, now)
    await notifyCustomer(transaction, 'changes.sent', change, now)
    return true
  })
}

/**
 * Stops the clock of a power change that was sent while somebody is waited for, or starts it again, with its entry in the
 * log. Returns false when the clock does not allow it.
 */
export function moveChangeClock(
  db: Kysely<DB>,
  { waitsFor, userId, now, ...key }: RetailerAction & { waitsFor: ClockWait | null },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const change = await lockChange(transaction, key)
    if (!change || !(await moveClock(transaction, change, waitsFor, now))) return false
    await writeAudit(transaction, {
      action: 'change_moved',
      actorUserId: userId,
      customerId: key.customerId,
      subject: `contract:${change.contract_id}`,
      after: { kind: change.kind, clock: waitsFor ? 'paused' : 'open', waitsFor },
    })
    return true
  })
}

type ChangeOutcome = { outcome: 'done' | 'refused'; by?: 'retailer' | 'distributor'; note?: string }

/**
 * Records the outcome of a request at the distributor, or its refusal by the retailer with the reason. Returns false
 * when none is open.
 */
export function recordChangeOutcome(
  db: Kysely<DB>,
  { outcome, by = 'distributor', note, userId, now, ...key }: RetailerAction & ChangeOutcome,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const change = await lockChange(transaction, key)
    if (!change || !retailerMovesFrom(change.state).includes(outcome === 'done' ? 'done' : 'refuse')) return false
    if (outcome === 'done') await completeChange(transaction, change, { userId, now })
    else await cancelChange(transaction, change, { reason: by === 'distributor' ? by : undefined, note, userId, now })
    return true
  })
}

function lockSignatureOfChange(db: Database, { customerId, changeRequestId }: ChangeRequestKey) {
  return db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'change_request')
    .where('subject_id', '=', changeRequestId)
    .select('signature_id')
    .forUpdate()
    .execute()
}

async function findAwaitingChange(db: Database, key: ChangeRequestKey): Promise<LockedChange | undefined> {
  const change = await lockChange(db, key)
  return change?.state === 'waiting_for_signature' ? change : undefined
}

async function completeChange(db: Database, change: LockedChange, { userId, now }: { userId?: number; now: Date }) {
  const { customer_id: customerId, change_request_id: changeRequestId } = change
  await applyChange(db, change, now)
  await endPowerChangeDuty(db, change, { state: 'done', now })
  await updateChangeState(db, { customerId, changeRequestId, state: 'done', userId, now })
  await notifyCustomer(db, 'changes.done', change, now)
}

async function cancelChange(
  db: Database,
  change: LockedChange,
  { reason, note, userId, now }: { reason: ChangeReason | undefined; note?: string; userId?: number; now: Date },
) {
  const { customer_id: customerId, change_request_id: changeRequestId } = change
  const contract = contractKeyOf(change)
  await clearAwaitingSignature(db, contract)
  if (contract.kind === 'no_cession_sips') await updateContract(db, contract, { no_sips_cession: 'unactive' })
  await endPowerChangeDuty(db, change, { state: 'cancelled', now })
  await updateChangeState(db, { customerId, changeRequestId, state: 'refused', reason, note, userId, now })
  // The signature reports its own expiry.
  if (reason !== 'expired') await notifyCustomer(db, mailKindByReason[reason ?? 'retailer'], change, now)
}

/** Without a reason, it was the retailer that did not accept the change. */
const mailKindByReason = {
  withdrawn: 'changes.withdrawn',
  distributor: 'changes.refused',
  retailer: 'changes.notAccepted',
} as const

/** Applies the requested values to the contract. */
async function applyChange(db: Database, change: LockedChange, now: Date) {
  const day = marketDayOf(now, 'Europe/Madrid')
  const contract = contractKeyOf(change)
  switch (contract.kind) {
    case 'iban':
      return updateContract(db, contract, {
        iban: (change.details as { iban: string }).iban,
        payment_means: 'direct_debit',
      })
    case 'no_cession_sips':
      return updateContract(db, contract, { no_sips_cession: 'active' })
    case 'power': {
      await db
        .insertInto('held_power')
        .values({
          supply_point_id: change.supply_point_id,
          held_until: day,
          power_watts: Math.max(0, ...change.power_watts),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const power_watts = requestedPowersOf(change.details)
      await openDuty(db, nextChangeDuty(change, power_watts, now))
      const tariff = tariffFor(power_watts.length, change.tariff)
      const since = tariff === change.tariff ? {} : { tariff_from: day }
      await updateContract(db, contract, { power_watts, tariff, ...since })
      return markPowerDayExact(db, contract)
    }
  }
}

/**
 * Of a power that arrives with an import, only the day of the import is known. A trigger has just stored this one with
 * the day by the database's clock.
 */
async function markPowerDayExact(db: Database, { customerId, contractId }: { customerId: number; contractId: number }) {
  await db
    .updateTable('contract_power')
    .set({ is_exact: true })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('from_day', '=', sql<string>`(now() at time zone 'Europe/Madrid')::date`)
    .execute()
}

function requestEventOf({ change_request_id: request_id, kind, state, customer_id, contract_id }: LockedChange) {
  return { request_id, kind, state, customer_id, contract_id }
}

function contractKeyOf(change: LockedChange) {
  return { customerId: change.customer_id, contractId: change.contract_id, kind: change.kind as SignedChange }
}

function notifyCustomer(db: Database, kind: `changes.${string}`, change: LockedChange, now: Date) {
  const { customer_id: customerId, contract_id: contractId, contract_name: name, energy } = change
  const values = { change: change.kind, contract: name }
  const link = contractAddress({ energy: energy as Energy, name })
  return queueMessage(db, { kind, values, customerId, contractId, link }, now)
}
