import type { Database } from '#db/database.ts'
import { findStopsOf } from '#domains/contract-records/server/suspension-stops.ts'
import { loadPlace } from '#domains/duties/server/load-place.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type MarketTimeZone, marketDayOf, startOf } from '#vocabulary/market-time.ts'
import type { PaperChannel } from '../paper-rules.ts'
import { type ActProblem, actProblem, actRules, type DebtAct, type DebtEventKind } from '../rules.ts'
import { endDebtDuty, findDebtTerm, openDebtDuty, suspensionDuties } from './debt-duties.ts'
import { queueDebtMail } from './debt-mail.ts'
import {
  addDebtEvent,
  type ContractOfDebt,
  type Debt,
  type DebtKey,
  findContractOf,
  findOverdueContracts,
  findPaidDebts,
  insertDebt,
  lockDebt,
  updateDebt,
} from './debt-store.ts'
import { addPaper, findLastPaper, notePaperOutcome } from './paper-store.ts'
import { requestReconnection } from './reconnection.ts'

const debtsAtOnce = 200

/**
 * Opens the debts of contracts with overdue invoices, with a notice to each customer. @returns how many. The database
 * decides that only one process opens a debt.
 */
export async function openDueDebts(db: Database, now: Date): Promise<number> {
  const contracts = await findOverdueContracts(db, marketDayOf(now, 'Europe/Madrid'), debtsAtOnce)
  for (const overdue of contracts) {
    const debtId = await insertDebt(db, overdue, now)
    if (debtId === undefined) continue
    const key = { customerId: overdue.customer_id, debtId }
    const contract = await findContractOf(db, { customerId: overdue.customer_id, contractId: overdue.contract_id })
    await addDebtEvent(db, key, { kind: 'noticed', at: now })
    await queueDebtMail(db, { ...key, contract, kind: 'notice', now, values: { amountCents: overdue.owed_cents } })
  }
  return contracts.length
}

/**
 * Ends the debts of which nothing is owed any more. After a suspension the power comes back first: asked for within
 * twelve hours, and back within 24 (RD 88/2026, article 52).
 */
export async function settlePaidDebts(db: Database, now: Date): Promise<number> {
  const paid = await findPaidDebts(db, debtsAtOnce)
  for (const { isInParts, ...key } of paid) {
    const debt = await lockDebt(db, key)
    if (debt.step === 'closed' || debt.step === 'reconnecting') continue
    const contract = await findContractOf(db, { customerId: key.customerId, contractId: debt.contract_id })
    for (const kind of suspensionDuties) await endDebtDuty(db, debt, kind, { state: 'cancelled', now })
    await addDebtEvent(db, key, { kind: isInParts ? 'plan_started' : 'paid', at: now })
    if (debt.step === 'suspended') {
      await updateDebt(db, key, { step: 'reconnecting' })
      await requestReconnection(db, { key, debt, contract, now, isOwnFault: false })
      await addDebtEvent(db, key, { kind: 'reconnecting', at: now })
      await queueDebtMail(db, { ...key, contract, kind: 'reconnecting', now })
    } else {
      await updateDebt(db, key, { step: 'closed', closed_at: now })
      if (!isInParts) await queueDebtMail(db, { ...key, contract, kind: 'paid', now })
    }
  }
  return paid.length
}

type ActOptions = {
  act: DebtAct
  suspendOn: MarketDay | null
  /** How a paper is sent; chosen by what became of the last one if null. */
  channel: PaperChannel | null
  /** The reference of the proof that a paper was received. */
  proof: string | null
  now: Date
}

/** Performs an act on a debt, with the duties that follow from it. @returns why it does not apply, or null. */
export async function actOnDebt(
  db: Database,
  key: DebtKey,
  { act, suspendOn, channel, proof, now }: ActOptions,
): Promise<ActProblem | null> {
  const debt = await lockDebt(db, key)
  const contract = await findContractOf(db, { customerId: key.customerId, contractId: debt.contract_id })
  const place = await loadPlace(db, contract.place)
  const today = marketDayOf(now, place.timeZone)
  const lastPaper = await findLastPaper(db, key)
  const known = {
    step: debt.step,
    isAnnouncementDelivered: lastPaper?.kind === 'announcement' && lastPaper.outcome === 'delivered',
    accessEndFrom: debt.access_end_from,
    isStopped: (await findStopsOf(db, { customerId: key.customerId, contractId: debt.contract_id })).length > 0,
    suspensionFrom: debt.suspension_from,
    suspendOn: debt.suspend_on,
  }
  const { timeZone } = place
  const announceBy = suspendOn && (await findLastAnnouncementDay(db, { debt, contract, suspendOn, timeZone }))
  const problem = actProblem(known, { act, today, suspendOn, announceBy, proof }, place.holidays)
  if (problem) return problem
  const { to } = actRules[act]
  await updateDebt(db, key, { step: to })
  await consequencesOf[act](db, { key, debt, contract, timeZone, suspendOn, channel, proof, today, now })
  await addDebtEvent(db, key, { kind: eventOfAct[act], at: now, suspendOn: act === 'announce' ? suspendOn : null })
  return null
}

type Announcement = { debt: Debt; contract: ContractOfDebt; suspendOn: MarketDay; timeZone: MarketTimeZone }

/** Returns the last day on which the day of a suspension may be announced, or null if no norm sets one. */
async function findLastAnnouncementDay(
  db: Database,
  { debt, contract, suspendOn, timeZone }: Announcement,
): Promise<MarketDay | null> {
  const at = startOf(suspendOn, timeZone)
  return (await findDebtTerm(db, { kind: 'suspension_notice', debt, contract, at }))?.deadline.on ?? null
}

const eventOfAct: Record<DebtAct, DebtEventKind> = {
  demand: 'demanded',
  note_undelivered: 'undelivered',
  note_delivered: 'delivered',
  announce: 'announced',
  note_announcement_delivered: 'announcement_delivered',
  note_wrongly_suspended: 'wrongly_suspended',
  note_access_ended: 'access_ended',
  note_suspended: 'suspended',
  note_reconnected: 'reconnected',
}

type Consequence = {
  key: DebtKey
  debt: Debt
  contract: ContractOfDebt
  /** That of the supply. */
  timeZone: MarketTimeZone
  suspendOn: MarketDay | null
  channel: PaperChannel | null
  proof: string | null
  today: MarketDay
  now: Date
}

const consequencesOf: Record<DebtAct, (db: Database, of: Consequence) => Promise<void>> = {
  async demand(db, { key, debt, contract, channel, today, now }) {
    await endDebtDuty(db, debt, 'repeated_demand', { state: 'done', now })
    const suspensionFrom = await startTerm(db, { key, debt, contract, today, now })
    await addPaper(db, { key, debt, contract, kind: 'demand', channel, suspensionFrom, suspendOn: null, now })
  },
  async note_undelivered(db, { key, debt, contract, proof, today, now }) {
    await notePaperOutcome(db, key, { outcome: 'undelivered', on: today, proof })
    await openDebtDuty(db, { kind: 'repeated_demand', debt, contract, at: now })
  },
  async note_delivered(db, { key, debt, contract, proof, today, now }) {
    await notePaperOutcome(db, key, { outcome: 'delivered', on: today, proof })
    await openDebtDuty(db, { kind: 'community_list', debt, contract, at: now })
  },
  async announce(db, { key, debt, contract, timeZone, suspendOn, channel, now }) {
    await updateDebt(db, key, { suspend_on: suspendOn })
    const suspensionFrom = debt.suspension_from
    await addPaper(db, { key, debt, contract, kind: 'announcement', channel, suspensionFrom, suspendOn, now })
    await openDebtDuty(db, { kind: 'suspension_notice', debt, contract, at: startOf(suspendOn!, timeZone) })
    await endDebtDuty(db, debt, 'suspension_notice', { state: 'done', now })
  },
  async note_announcement_delivered(db, { key, proof, today }) {
    await notePaperOutcome(db, key, { outcome: 'delivered', on: today, proof })
  },
  async note_suspended(db, { key, debt, contract, now }) {
    await endDebtDuty(db, debt, 'suspension', { state: 'done', now })
    const term = await openDebtDuty(db, { kind: 'access_contract_end', debt, contract, at: now })
    await updateDebt(db, key, { access_end_from: term && addDays(term.deadline.on, 1) })
    await queueDebtMail(db, { ...key, contract, kind: 'suspended', now })
  },
  async note_wrongly_suspended(db, { key, debt, contract, now }) {
    for (const kind of suspensionDuties) await endDebtDuty(db, debt, kind, { state: 'cancelled', now })
    await requestReconnection(db, { key, debt, contract, now, isOwnFault: true })
    await queueDebtMail(db, { ...key, contract, kind: 'wronglySuspended', now })
  },
  async note_access_ended(db, { key, debt, contract, now }) {
    await endDebtDuty(db, debt, 'access_contract_end', { state: 'done', now })
    await queueDebtMail(db, { ...key, contract, kind: 'accessEnded', now })
  },
  async note_reconnected(db, { key, debt, now }) {
    await updateDebt(db, key, { closed_at: now, suspend_on: null })
    for (const kind of ['reconnection_request', 'reconnection'] as const)
      await endDebtDuty(db, debt, kind, { state: 'done', now })
  },
}

type TermInput = Pick<Consequence, 'key' | 'debt' | 'contract' | 'today' | 'now'>

/** Starts the term of a suspension with the first demand, whatever happens to it. @returns the first day of a suspension. */
async function startTerm(db: Database, { key, debt, contract, today, now }: TermInput): Promise<MarketDay | null> {
  if (debt.first_demand_on !== null) return debt.suspension_from
  const term = await openDebtDuty(db, { kind: 'suspension', debt, contract, at: now })
  const suspensionFrom = term && addDays(term.deadline.on, 1)
  await updateDebt(db, key, { first_demand_on: today, suspension_from: suspensionFrom })
  return suspensionFrom
}

/** Notes whether a household has the social bonus, which gives it four months instead of two (RD 897/2017, article 20). */
export async function setSocialBonus(db: Database, key: DebtKey, hasSocialBonus: boolean): Promise<boolean> {
  const debt = await lockDebt(db, key)
  if (debt.step === 'closed' || debt.has_social_bonus === hasSocialBonus) return false
  await updateDebt(db, key, { has_social_bonus: hasSocialBonus })
  if (debt.first_demand_on === null) return true
  const contract = await findContractOf(db, { customerId: key.customerId, contractId: debt.contract_id })
  const at = startOf(debt.first_demand_on, (await loadPlace(db, contract.place)).timeZone)
  const term = await openDebtDuty(db, { kind: 'suspension', debt, contract, hasSocialBonus, at })
  await updateDebt(db, key, { suspension_from: term && addDays(term.deadline.on, 1) })
  return true
}
