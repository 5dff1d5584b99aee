import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { endDuty, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { loadPlace } from '#domains/duties/server/load-place.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { type CallBackState, listCallHours } from '../call-back-rules.ts'
import { queueCaseMail } from './case-mail.ts'
import { invalidFields } from './invalid-fields.ts'

/** The retailer's hours of calls, and how many it makes within one. */
export type CallSettings = { callBackFrom: number; callBackTo: number; callBackCapacity: number }

type CallHoursQuery = { care: CallSettings; provinceCode: string | null; now: Date }

/** Returns the hours at which somebody can still be called, as the instants at which they begin. */
export async function findFreeCallHours(db: Database, { care, provinceCode, now }: CallHoursQuery): Promise<Date[]> {
  const { holidays } = await loadPlace(db, provinceCode)
  const { rows } = await sql<{ at: Date }>`
    select call_back_at as at from support_case where call_back_state = 'asked' and call_back_at >= ${now}
    group by call_back_at having count(*) >= ${care.callBackCapacity}`.execute(db)
  const full = new Set(rows.map(({ at }) => at.getTime()))
  return listCallHours(now, { ...care, holidays }).filter((at) => !full.has(at.getTime()))
}

/** The call that somebody asks for with a case. */
export type CallRequest = { at: Date; phone: string }

/** Parses the phone of an asked call. @throws the problem of the field. */
export function parseCallRequest(asked: { at: string; phone: string } | undefined): CallRequest | null {
  if (!asked) return null
  const phone = parsePhone(asked.phone)
  if (!phone) throw invalidFields({ 'call_back.phone': ['invalid_mobile'] })
  return { at: new Date(asked.at), phone }
}

type BookedCall = { caseId: number; isFollowed: boolean } & CallRequest & CallHoursQuery

/**
 * Books the call of a case within a transaction, with the duty to call within its hour, and confirms it by mail.
 * @throws the problem of the field if the hour is none of the retailer's, or full meanwhile.
 */
export async function bookCall(db: Database, { caseId, at, phone, isFollowed, ...query }: BookedCall): Promise<void> {
  // One booking at a time, so that two of them cannot take the last place of an hour.
  await sql`select pg_advisory_xact_lock(hashtext('call_back'))`.execute(db)
  const free = await findFreeCallHours(db, query)
  if (!free.some((hour) => hour.getTime() === at.getTime())) throw invalidFields({ 'call_back.at': ['hour_taken'] })
  const row = await db
    .updateTable('support_case')
    .set({ call_back_at: at, call_back_phone: phone, call_back_state: 'asked' satisfies CallBackState })
    .where('case_id', '=', caseId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { customer_id: customerId, contract_id: contractId } = row
  await openDuty(db, {
    ...{ kind: 'call_back', subject: `case:${caseId}`, facts: plainFacts, place: null, at },
    ...(customerId === null ? {} : { customerId, contractId: contractId ?? undefined }),
  })
  const values = { callAt: at.toISOString() }
  await queueCaseMail(db, row, { kind: 'support.callBooked', values, isFollowed }, query.now)
}

/** Books a call at the next free hour. @returns false if none is free in the next days. */
export async function bookNextCall(db: Database, booking: Omit<BookedCall, 'at'>): Promise<boolean> {
  const [at] = await findFreeCallHours(db, booking)
  if (!at) return false
  await bookCall(db, { ...booking, at })
  return true
}

/** Ends the call of a case. @returns false if none is asked for. */
export async function endCall(
  db: Database,
  { caseId, state, now }: { caseId: number; state: Exclude<CallBackState, 'asked'>; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('support_case')
    .set((row) => ({
      call_back_state: state,
      call_back_tries: row('call_back_tries', '+', state === 'cancelled' ? 0 : 1),
    }))
    .where('case_id', '=', caseId)
    .where('call_back_state', '=', 'asked')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endDuty(
    db,
    { kind: 'call_back', subject: `case:${caseId}` },
    { state: state === 'cancelled' ? 'cancelled' : 'done', now },
  )
  return true
}
