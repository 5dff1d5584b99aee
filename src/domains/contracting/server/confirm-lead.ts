import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { findOwnLead, type LeadOwner, updateLead } from '#domains/leads/server/lead-store.ts'
import { tellRetailer } from '#domains/leads/server/tell-retailer.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Refuse } from '#kit/server/serve.ts'
import type { ApplicantChecks } from '#outside/applicant/applicant-checks.ts'
import type { Files } from '#outside/files/files.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isMobilePhone } from '#vocabulary/phone.ts'
import type { StepDone, sendElectricityStep } from '../api.ts'
import type { Asked } from '../asked.ts'
import { type AwaitedCheck, checkIdentity, checkSolvency, type Findings } from './check-applicant.ts'
import { stepProblems } from './check-step.ts'
import { leaveOutGas } from './keep-typed.ts'
import { type KeptSteps, stepsOf } from './lead-steps.ts'
import { contractNameOf, holderOf, isSuppliedNow, type WholeSteps, withAccount } from './make-contract.ts'
import { makeContractOfLead } from './make-contract-of-lead.ts'
import type { PaperNeeds } from './sign-contract.ts'
import { tellBeingChecked, tellReceived } from './tell.ts'

export type ConfirmNeeds = PaperNeeds & {
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  /** The bureaus that are asked; null where a person checks. */
  checks: ApplicantChecks | null
  clock: () => Date
}

type Confirming = {
  leadId: number
  actor: Actor
  owner: LeadOwner & { visitorHash: string }
  /** The holders that whoever confirms looks after. */
  customerIds: readonly number[]
  asked: Asked
  requestId: string
  now: Date
}

type Ready = Confirming & {
  lead: { lead_id: number; electricityLeadId: number | null; steps: KeptSteps; findings: Findings }
  energy: 'electricity' | 'gas'
  /** Whether it is the gas of a dual contract: what it shares is looked at with the electricity. */
  isOfDual: boolean
  /** Whether its electricity was sent and waits for the retailer, so that the applicant was told already what comes next. */
  isElectricityWaiting: boolean
  /** The holder of the electricity of a dual contract, once it is made. */
  electricityCustomerId: number | null
  today: MarketDay
  locale: Locale
}

/**
 * Makes a contract of a lead whose last step has arrived: everything is looked at once more as it is today, the holder is
 * checked, and the draft waits to be signed. A company that is only called back leaves its details and nothing else.
 */
export async function confirmLead(
  needs: ConfirmNeeds,
  confirming: Confirming,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepDone> {
  const ready = await readLead(needs.db, confirming)
  const { steps } = ready.lead
  const isCalledBack =
    ready.asked.businessHaltContractation && steps[2] !== undefined && holderOf({ 2: steps[2] }).isCompany
  const needed = isCalledBack ? ([1, 2] as const) : ([1, 2, 3, 4] as const)
  const missing = needed.filter((number) => steps[number] === undefined)
  if (missing.length > 0) throw refuse('lead_incomplete', { extra: { missing_steps: missing } })
  await refuseOutdated(needs.db, ready, ready.isOfDual ? [3] : needed, refuse)
  const awaited = await refuseUnfit(needs, ready, refuse)
  if (isCalledBack) return receive(needs, ready, refuse)
  return awaited.length > 0 ? awaitPerson(needs, ready, awaited, refuse) : contract(needs, ready, refuse)
}

async function readLead(db: Database, confirming: Confirming): Promise<Ready> {
  const { leadId, owner, now, actor } = confirming
  const lead = (await findOwnLead(db, { leadId, owner, now }))!
  const electricity = lead.electricity_lead_id
    ? await findOwnLead(db, { leadId: lead.electricity_lead_id, owner, now })
    : undefined
  const steps = stepsOf(lead, electricity)
  return {
    ...confirming,
    lead: {
      lead_id: leadId,
      electricityLeadId: lead.electricity_lead_id,
      steps,
      // Of the same holder nothing is asked twice.
      findings: { ...((electricity?.findings ?? {}) as Findings), ...(lead.findings as Findings) },
    },
    energy: lead.kind as 'electricity' | 'gas',
    isOfDual: electricity !== undefined,
    isElectricityWaiting: electricity?.state === 'sent' && electricity.contract_id === null,
    electricityCustomerId: electricity?.customer_id ?? null,
    today: marketDayOf(now, 'Europe/Madrid'),
    locale: steps[2]?.commsLanguage ?? actor.locale,
  }
}

/** What was right when it was typed may be so no longer: a supply that is gone, a product that has ended. */
async function refuseOutdated(
  db: Database,
  { lead, ...about }: Ready,
  numbers: readonly (1 | 2 | 3 | 4)[],
  refuse: Refuse<typeof sendElectricityStep>,
) {
  for (const number of numbers) {
    const around = { ...about, known: lead.steps, userId: about.owner.userId }
    const problems = await stepProblems(db, lead.steps[number]!, around)
    const fields = Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, [code]]))
    // Without its code the product that it opens is gone too.
    if (problems.promotional_code === 'promocode_invalid')
      throw refuse('promocode_invalid', { fields, extra: { step: number } })
    if (Object.keys(fields).length > 0) throw refuse('invalid', { fields, extra: { step: number } })
  }
}

/**
 * Nobody is refused because a bureau does not answer: the retailer finds out afterwards.
 * @returns what a person is to check.
 */
async function refuseUnfit(
  needs: ConfirmNeeds,
  { lead }: Ready,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<AwaitedCheck[]> {
  const identity = await checkIdentity(needs, lead)
  if (typeof identity === 'object' && !identity.holds) throw refuse('identity_mismatch')
  const solvency = await checkSolvency(needs, lead)
  if (typeof solvency === 'object' && !solvency.holds) throw refuse('bad_score')
  return [
    ...(identity === 'by_person' ? (['identity'] as const) : []),
    ...(solvency === 'by_person' ? (['solvency'] as const) : []),
  ]
}

function receive(needs: ConfirmNeeds, ready: Ready, refuse: Refuse<typeof sendElectricityStep>): Promise<StepDone> {
  const { leadId, lead, locale, now, requestId } = ready
  return needs.db.transaction().execute(async (transaction) => {
    await holdOpen(transaction, ready, refuse)
    await updateLead(transaction, { leadId, now }, { state: 'sent' })
    await tellRetailer(transaction, needs.settings.now(), { leadId, kind: ready.energy, now })
    if (!ready.isElectricityWaiting)
      await tellReceived(transaction, { holder: holderOf({ 2: lead.steps[2]! }), locale, now })
    await writeAudit(transaction, { action: 'lead_sent', subject: `lead:${leadId}`, requestId })
    return done(leadId, needs.finishWords('calledBack', ready.actor.locale, supplyOf(ready)), null)
  })
}

async function contract(
  needs: ConfirmNeeds,
  ready: Ready,
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepDone> {
  const { leadId, lead, energy, locale, today, now, requestId, actor, customerIds } = ready
  const steps = await withAccount(needs.db, lead.steps as WholeSteps, customerIds)
  const madeBy = actor.kind === 'customer' ? actor.userId : undefined
  const signature = await needs.db.transaction().execute(async (transaction) => {
    await holdOpen(transaction, ready, refuse)
    // What was left out is told by what is kept as typed, which ends with the lead.
    await leaveOutGas(transaction, { electricityLeadId: leadId, now })
    const sender = { ...seenBy(actor), electricityCustomerId: ready.electricityCustomerId }
    const whole = { leadId, energy, steps, locale, sender, actor, madeBy, today, now, requestId }
    const made = await makeContractOfLead({ ...needs, db: transaction }, whole)
    if (made === 'code_used_up')
      throw refuse('promocode_invalid', { fields: { promotional_code: ['promocode_invalid'] } })
    await tellRetailer(transaction, needs.settings.now(), { leadId, kind: energy, now })
    return made
  })
  return done(leadId, needs.finishWords(wayOn(signature, steps), actor.locale, supplyOf(ready)), signature)
}

function supplyOf({ energy, lead: { steps } }: Ready) {
  return { energy, isSupplied: isSuppliedNow(steps) }
}

function seenBy(actor: Actor) {
  return actor.kind === 'customer'
    ? { userId: actor.userId, customerIds: actor.customerIds }
    : { userId: null, customerIds: [] }
}

/** Nothing is made of a lead before an operator has checked who it is. */
function awaitPerson(
  needs: ConfirmNeeds,
  ready: Ready,
  awaited: readonly AwaitedCheck[],
  refuse: Refuse<typeof sendElectricityStep>,
): Promise<StepDone> {
  const { leadId, lead, energy, locale, now, requestId, actor } = ready
  return needs.db.transaction().execute(async (transaction) => {
    await holdOpen(transaction, ready, refuse)
    await leaveOutGas(transaction, { electricityLeadId: leadId, now })
    await updateLead(transaction, { leadId, now }, { state: 'sent', typed: '{}', awaited_checks: [...awaited] })
    await tellRetailer(transaction, needs.settings.now(), { leadId, kind: energy, now })
    if (!ready.isElectricityWaiting)
      await tellBeingChecked(transaction, { holder: holderOf({ 2: lead.steps[2]! }), locale, now })
    await writeAudit(transaction, { action: 'lead_sent', subject: `lead:${leadId}`, requestId })
    return done(leadId, needs.finishWords('beingChecked', actor.locale, supplyOf(ready)), null)
  })
}

/** How it goes on, told by what was typed alone: that nobody is known or is must not be seen in it. */
function wayOn(signature: StepDone['signature'], steps: WholeSteps): 'sign' | 'mail' | 'sms' | 'call' {
  if (signature) return 'sign'
  const { email, phone } = holderOf(steps)
  if (email !== null) return 'mail'
  return phone !== null && isMobilePhone(phone) ? 'sms' : 'call'
}

/** Of two that confirm at once the second finds the lead closed. */
async function holdOpen(db: Database, { leadId, owner, now }: Ready, refuse: Refuse<typeof sendElectricityStep>) {
  const lead = await findOwnLead(db, { leadId, owner, now })
  if (lead?.state !== 'open') throw refuse('lead_closed')
}

function done(leadId: number, body: string, signature: StepDone['signature']): StepDone {
  return {
    lead_id: leadId,
    status: 'OK',
    reference: contractNameOf(leadId),
    result: { error: null, render: { format: 'markdown', body } },
    signature: signature ?? null,
  }
}
