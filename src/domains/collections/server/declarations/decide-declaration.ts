import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type DeclarationDecision,
  type DeclarationState,
  daysOfNotice,
  decisionRules,
} from '../../declaration-rules.ts'
import { beginStop, endStop } from '../debt-stops.ts'
import { awaitCompletion, endAnswerDuty, subjectOfDeclaration } from './declaration-duties.ts'
import { queueDeclarationMail } from './declaration-mail.ts'
import {
  claimDeclarationsToNotify,
  type Declaration,
  type DeclarationKey,
  findAbandonedDeclarations,
  findExpiredDeclarations,
  findOtherAccepted,
  lockDeclaration,
  updateDeclaration,
} from './declaration-store.ts'

type Decision = {
  decision: DeclarationDecision
  /** The last day on which it is accepted. */
  acceptedUntil: MarketDay | null
  /** What is missing, or the reasons. */
  answer: string | null
  userId: number
  now: Date
}

/**
 * Decides about a declaration: while it is accepted nothing is cut off; what is refused or ends lets the debt go on
 * unless something else stops it. @returns whether its state allowed that.
 */
export async function decideDeclaration(
  db: Database,
  key: DeclarationKey,
  { decision, acceptedUntil, answer, userId, now }: Decision,
): Promise<boolean> {
  const declaration = await lockDeclaration(db, key)
  const { from, to } = decisionRules[decision]
  if (!from.includes(declaration.state)) return false
  await updateDeclaration(db, key, {
    ...{ state: to, answer, decided_by_user_id: userId, decided_at: now },
    ...(decision === 'accept' && { accepted_until: acceptedUntil }),
  })
  if (decision === 'ask') {
    const due = await awaitCompletion(db, declaration, now)
    await queueDeclarationMail(db, declaration, { kind: 'declarationIncomplete', values: { due: due ?? '—' }, now })
    return true
  }
  await endAnswerDuty(db, declaration, { state: 'done', now })
  if (decision === 'accept') await protect(db, declaration, acceptedUntil!, now)
  else await release(db, declaration, { to: decision === 'refuse' ? 'refused' : 'ended', now })
  return true
}

/**
 * Tells the customers of what ends in two weeks, and ends declarations that were accepted until yesterday, and those whose
 * customers sent nothing more. @returns how many.
 */
export async function followDeclarations(db: Kysely<DB>, now: Date): Promise<number> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const expired = await findExpiredDeclarations(db, { today, limit: declarationsAtOnce })
  const abandoned = await findAbandonedDeclarations(db, { now, limit: declarationsAtOnce })
  for (const key of expired) await endByItself(db, key, { from: 'accepted', to: 'ended', now })
  for (const key of abandoned) await endByItself(db, key, { from: 'incomplete', to: 'lapsed', now })
  return expired.length + abandoned.length + (await notifyOfEnds(db, now))
}

async function notifyOfEnds(db: Kysely<DB>, now: Date): Promise<number> {
  const until = addDays(marketDayOf(now, 'Europe/Madrid'), daysOfNotice)
  return db.transaction().execute(async (trx) => {
    const ending = await claimDeclarationsToNotify(trx, { until, limit: declarationsAtOnce, now })
    for (const declaration of ending) {
      const values = { until: declaration.accepted_until! }
      await queueDeclarationMail(trx, declaration, { kind: 'declarationEnds', values, now })
    }
    return ending.length
  })
}

const declarationsAtOnce = 200

async function endByItself(
  db: Kysely<DB>,
  key: DeclarationKey,
  { from, to, now }: { from: DeclarationState; to: 'ended' | 'lapsed'; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const declaration = await lockDeclaration(trx, key)
    if (declaration.state !== from) return
    await updateDeclaration(trx, key, { state: to, decided_at: now })
    await endAnswerDuty(trx, declaration, { state: 'cancelled', now })
    await release(trx, declaration, { to, now })
    const { customerId, declarationId } = key
    const subject = subjectOfDeclaration(declarationId)
    await writeAudit(trx, { action: `declaration_${to}`, customerId, subject, before: { state: from } })
  })
}

async function protect(db: Database, declaration: Declaration, until: MarketDay, now: Date): Promise<void> {
  const stop = stopOf(declaration, now)
  // Before the other stop ends, so that the debt never goes on between them.
  await beginStop(db, { ...stop, reason: 'essential_supply' })
  await endStop(db, { ...stop, reason: 'declaration' })
  await replaceEarlier(db, declaration, now)
  await queueDeclarationMail(db, declaration, { kind: 'declarationAccepted', values: { until }, now })
  await tellSystems(db, declaration, { until, now })
}

/** Ends what was accepted of the supply before, which its customer has declared anew. */
async function replaceEarlier(db: Database, declaration: Declaration, at: Date): Promise<void> {
  const { customer_id: customerId, contract_id: contractId, supply_declaration_id: declarationId } = declaration
  for (const earlier of await findOtherAccepted(db, { customerId, contractId, declarationId })) {
    await updateDeclaration(db, earlier, { state: 'ended' })
    const subject = subjectOfDeclaration(earlier.declarationId)
    await endStop(db, { customerId, contractId, subject, reason: 'essential_supply', at })
  }
}

async function release(
  db: Database,
  declaration: Declaration,
  { to, now }: { to: 'refused' | 'lapsed' | 'ended'; now: Date },
): Promise<void> {
  const stop = stopOf(declaration, now)
  await endStop(db, { ...stop, reason: 'declaration' })
  await endStop(db, { ...stop, reason: 'essential_supply' })
  await queueDeclarationMail(db, declaration, { kind: endMails[to], now })
  if (to === 'ended') await tellSystems(db, declaration, { until: null, now })
}

const endMails = { refused: 'declarationRefused', lapsed: 'declarationLapsed', ended: 'declarationEnded' } as const

function stopOf({ customer_id, contract_id, supply_declaration_id: id }: Declaration, at: Date) {
  return { customerId: customer_id, contractId: contract_id, subject: subjectOfDeclaration(id), at }
}

function tellSystems(
  db: Database,
  { customer_id, contract_id }: Declaration,
  { until, now }: { until: MarketDay | null; now: Date },
) {
  const data = { customer_id, contract_id, is_protected: until !== null, until }
  return queueEvent(db, { type: 'contract.protection_changed', data }, now)
}
