import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureSubject } from '#domains/signatures/server/subjects.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { tariffFor } from '../power-rules.ts'
import { retailerMovesFrom, type SignedChange } from '../rules.ts'
import { type ChangeReason, type HeldChange, holdChange, moveChange } from './change-requests.ts'
import { powersIn } from './details.ts'
import { stopWaiting, updateContract } from './waiting.ts'

/**
 * What becomes of a change when its document is signed: the account pays from now on, a power and a request to the register
 * go to the distributor. Unsigned in time it comes to nothing.
 */
export const signedChange: SignatureSubject = {
  async whenSigned(transaction, { customerId, subjectId, now }) {
    const change = await waiting(transaction, { customerId, changeRequestId: subjectId })
    if (!change) return false
    await stopWaiting(transaction, ofContract(change))
    await queueEvent(transaction, { type: 'request.signed', data: signedRequest(change) }, now)
    if (change.kind === 'iban') {
      await finish(transaction, change, { now })
      return true
    }
    await moveChange(transaction, { customerId, changeRequestId: subjectId, state: 'sent', now })
    await tell(transaction, 'changes.sent', change, now)
    return true
  },
  async whenExpired(transaction, { customerId, subjectId, now }) {
    const change = await waiting(transaction, { customerId, changeRequestId: subjectId })
    if (change) await drop(transaction, change, { reason: 'expired', now })
  },
}

type Key = { customerId: number; changeRequestId: number }

/** Takes back a request that nobody has signed. False when it has been, or has come to an end. */
export function withdraw(
  db: Kysely<DB>,
  { userId, now, ...key }: Key & { userId: number; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // As whoever signs does: the signature first, then the change, so that the two never wait for each other.
    await holdSignatureOf(transaction, key)
    const change = await waiting(transaction, key)
    if (!change) return false
    await transaction
      .updateTable('signature')
      .set({ state: 'cancelled' })
      .where('customer_id', '=', key.customerId)
      .where('signature_id', '=', change.signature_id)
      .where('state', '=', 'waiting')
      .execute()
    await drop(transaction, change, { reason: 'withdrawn', userId, now })
    return true
  })
}

type ByRetailer = Key & {
  /** Who does it, where they have an account. */
  userId?: number
  now: Date
}

/** Sends a request to the distributor that needs no signature. False when it does not stand so. */
export function accept(db: Kysely<DB>, { userId, now, ...key }: ByRetailer): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const change = await holdChange(transaction, key)
    if (!change || !retailerMovesFrom(change.state).includes('accept')) return false
    await moveChange(transaction, { ...key, state: 'sent', userId, now })
    await tell(transaction, 'changes.sent', change, now)
    return true
  })
}

type Outcome = { outcome: 'done' | 'refused'; by?: 'retailer' | 'distributor'; note?: string }

/** Writes down what a distributor has made of a request, or that the retailer itself refuses it, and why. False when none is on its way. */
export function settle(
  db: Kysely<DB>,
  { outcome, by = 'distributor', note, userId, now, ...key }: ByRetailer & Outcome,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const change = await holdChange(transaction, key)
    if (!change || !retailerMovesFrom(change.state).includes(outcome === 'done' ? 'done' : 'refuse')) return false
    if (outcome === 'done') await finish(transaction, change, { userId, now })
    else await drop(transaction, change, { reason: by === 'distributor' ? by : undefined, note, userId, now })
    return true
  })
}

function holdSignatureOf(db: Database, { customerId, changeRequestId }: Key) {
  return db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'change_request')
    .where('subject_id', '=', changeRequestId)
    .select('signature_id')
    .forUpdate()
    .execute()
}

async function waiting(db: Database, key: Key): Promise<HeldChange | undefined> {
  const change = await holdChange(db, key)
  return change?.state === 'waiting_for_signature' ? change : undefined
}

async function finish(db: Database, change: HeldChange, { userId, now }: { userId?: number; now: Date }) {
  const { customer_id: customerId, change_request_id: changeRequestId } = change
  await apply(db, change, marketDayOf(now, 'Europe/Madrid'))
  await moveChange(db, { customerId, changeRequestId, state: 'done', userId, now })
  await tell(db, 'changes.done', change, now)
}

async function drop(
  db: Database,
  change: HeldChange,
  { reason, note, userId, now }: { reason: ChangeReason | undefined; note?: string; userId?: number; now: Date },
) {
  const { customer_id: customerId, change_request_id: changeRequestId } = change
  const contract = ofContract(change)
  await stopWaiting(db, contract)
  if (contract.kind === 'no_cession_sips')
    await updateContract(db, contract).set({ no_sips_cession: 'unactive' }).execute()
  await moveChange(db, { customerId, changeRequestId, state: 'refused', reason, note, userId, now })
  // What expires is told by the signature.
  if (reason !== 'expired') await tell(db, mailOf[reason ?? 'retailer'], change, now)
}

/** A change that nobody else has refused was not accepted by the retailer. */
const mailOf = {
  withdrawn: 'changes.withdrawn',
  distributor: 'changes.refused',
  retailer: 'changes.notAccepted',
} as const

/** Makes of the contract what was asked for. */
async function apply(db: Database, change: HeldChange, day: MarketDay) {
  const contract = ofContract(change)
  switch (contract.kind) {
    case 'iban':
      return updateContract(db, contract)
        .set({ iban: (change.details as { iban: string }).iban })
        .execute()
    case 'no_cession_sips':
      return updateContract(db, contract).set({ no_sips_cession: 'active' }).execute()
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
      const power_watts = powersIn(change.details)
      const tariff = tariffFor(power_watts.length, change.tariff)
      const since = tariff === change.tariff ? {} : { tariff_from: day }
      return updateContract(db, contract)
        .set({ power_watts, tariff, ...since })
        .execute()
    }
  }
}

function signedRequest({ change_request_id: request_id, kind, state, customer_id, contract_id }: HeldChange) {
  return { request_id, kind, state, customer_id, contract_id }
}

function ofContract(change: HeldChange) {
  return { customerId: change.customer_id, contractId: change.contract_id, kind: change.kind as SignedChange }
}

function tell(db: Database, kind: `changes.${string}`, change: HeldChange, now: Date) {
  const { customer_id: customerId, contract_id: contractId, contract_name: name, energy } = change
  const values = { change: change.kind, contract: name }
  const link = `/contracts/${energy}/${encodeURIComponent(name)}` as const
  return queueMessage(db, { kind, values, customerId, contractId, link }, now)
}
