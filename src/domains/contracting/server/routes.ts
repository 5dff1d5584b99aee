import type { FastifyReply, FastifyRequest } from 'fastify'
import { findOwnLead, type LeadOwner } from '#domains/leads/server/lead-store.ts'
import { broughtResumeHash, keepResumeSecret } from '#domains/leads/server/resume-link.ts'
import { rememberVisitor, visitorHash } from '#domains/leads/server/visitor.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import type { Actor } from '#kit/actor.ts'
import { type FieldErrors, Refused } from '#kit/refusal.ts'
import { changedMeanwhile } from '#kit/seen-version.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type ElectricityStep,
  type GasStep,
  keepTyped,
  mailLeadLink,
  readAgreements,
  readContracting,
  readHolders,
  readIdentityCheck,
  readLead,
  readScoring,
  readSupplies,
  type StepDone,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import type { Problems } from '../asked.ts'
import { askedBy } from '../asked-by.ts'
import { type Checking, checkIdentity, checkSolvency, type Findings } from './check-applicant.ts'
import { type ConfirmNeeds, confirmLead } from './confirm-lead.ts'
import { draftVersion } from './draft-version.ts'
import { givenAgreements } from './given-agreements.ts'
import { keepStep } from './keep-step.ts'
import { keepTypedOf } from './keep-typed.ts'
import { readKnownHolders } from './known-holders.ts'
import { readKnownSupplies } from './known-supplies.ts'
import { stepsOf } from './lead-steps.ts'
import { countResumeLink, mailResumeLink } from './mail-resume-link.ts'
import { gasHalfOf, presentLead } from './present-lead.ts'
import type { AgreementWords } from './record-agreements.ts'
import { countCheck, countStep } from './visit-limits.ts'

export type ContractingNeeds = ConfirmNeeds & {
  serve: Serve
  cookies: Pick<SessionCookies, 'put'>
  wordsOf: AgreementWords
}

/** New contracts, step by step. */
export function contractingRoutes({ serve, ...needs }: ContractingNeeds) {
  const { settings, clock } = needs

  serve(readContracting, async () => ({ ...askedBy(settings.now()), checks_by_person: needs.checks === null }))

  serve(readAgreements, async ({ actor }) => {
    const { conditions, privacy } = await givenAgreements(needs.db, actor.userId)
    return { accept_ov_conditions: conditions, accept_gdpr: privacy }
  })

  serve(readHolders, async ({ actor: { userId, customerIds } }) => {
    const today = marketDayOf(clock(), 'Europe/Madrid')
    return { items: await readKnownHolders(needs.db, { userId, customerIds, today }) }
  })

  serve(readSupplies, async ({ actor: { customerIds }, query: { energy } }) => ({
    items: await readKnownSupplies(needs.db, { customerIds, energy }),
  }))

  serve(sendElectricityStep, ({ body, ...about }, refuse) =>
    takeStep('electricity', { ...about, step: body.FormConfirm, seenVersion: body.version }, refuse),
  )
  serve(sendGasStep, ({ body, ...about }, refuse) =>
    takeStep('gas', { ...about, step: body.FormConfirm, seenVersion: body.version }, refuse),
  )

  serve(readLead, async (input) => presentLead(needs.db, await findLead(input), input.actor))

  serve(keepTyped, async ({ params, body, actor, request }, refuse) => {
    const owner = ownerOf(actor, request)
    const { version: seenVersion, ...typed } = body
    const leadId = leadIdOf(params)
    const kept = await keepTypedOf(needs, { leadId, owner, typed, seenVersion, now: clock() })
    if (kept === 'not_found') throw notFound()
    if (kept === 'closed') throw refuse('lead_closed')
    if (kept === 'changed') throw await changedDraft({ params, actor, request })
    return kept
  })

  serve(mailLeadLink, async (input, refuse) => {
    const { body, actor, request, reply } = input
    const lead = await findLead(input)
    // Of a dual contract whose electricity is made the gas may still be gone on with.
    const isOpen = lead.state === 'open' || (await gasHalfOf(needs.db, lead.lead_id))?.state === 'open'
    if (!isOpen) throw refuse('lead_closed')
    const now = clock()
    const retryAfterSeconds = await countResumeLink(needs.db, { network: request.ip, email: body.email, now })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const secret = await mailResumeLink(needs, { lead, ...body, locale: actor.locale, now })
    // The link by which this browser came is over with that.
    if (lead.resume_hash !== null && lead.resume_hash === broughtResumeHash(request))
      keepResumeSecret({ request, reply }, needs.cookies, secret)
    return undefined
  })

  serve(readScoring, async (input, refuse) => {
    const lead = await findLeadToCheck('solvency', input, refuse)
    return held(await checkSolvency(needs, lead), refuse, (scoring) => ({ scoring }))
  })

  serve(readIdentityCheck, async (input, refuse) => {
    const lead = await findLeadToCheck('identity', input, refuse)
    return held(await checkIdentity(needs, lead), refuse, (dni_valid) => ({ dni_valid }))
  })

  async function takeStep(
    energy: 'electricity' | 'gas',
    { step, seenVersion, actor, request, reply }: Sent,
    refuse: Refuse<typeof sendElectricityStep>,
  ): Promise<StepDone> {
    const now = clock()
    const asked = askedBy(settings.now())
    if (!asked[energy] && !(asked.dual && energy === 'gas')) throw refuse('contracting_off')
    if (asked.authenticate && actor.kind === 'anonymous') throw refuse('contracting_needs_session')
    const retryAfterSeconds = await countStep(needs.db, step, { network: request.ip, now })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const owner = {
      ...ownerOf(actor, request),
      visitorHash: rememberVisitor({ request, reply }, needs.cookies),
    }
    const today = marketDayOf(now, 'Europe/Madrid')
    const customerIds = actor.kind === 'customer' ? actor.customerIds : []
    const about = { owner, customerIds, asked, requestId: request.id, now }
    const kept = await keepStep(needs, { ...about, energy, step, seenVersion, locale: actor.locale, today })
    if (kept.kind === 'not_found') throw notFound()
    if (kept.kind === 'closed') throw refuse('lead_closed')
    if (kept.kind === 'changed') throw await changedDraft({ params: { leadId: String(kept.leadId) }, actor, request })
    if (kept.kind === 'wrong') throw refuseFields(kept.problems, refuse)
    const done: StepDone =
      step.step === 5
        ? await confirmLead(needs, { ...about, leadId: kept.leadId, actor }, refuse)
        : { lead_id: kept.leadId, status: 'OK' }
    const { electricityLeadId } = kept
    const version = await draftVersion(needs.db, { lead_id: kept.leadId, electricity_lead_id: electricityLeadId })
    return { ...done, version }
  }

  /** Why an edit of a draft is not taken that another device has changed, with what stands now. */
  async function changedDraft(input: Asked): Promise<Refused> {
    const current = await presentLead(needs.db, await findLead(input), input.actor)
    return new Refused(changedMeanwhile, 409, { extra: { current } })
  }

  async function findLead({ params, actor, request }: Asked) {
    const lead = await findOwnLead(needs.db, { leadId: leadIdOf(params), owner: ownerOf(actor, request), now: clock() })
    if (!lead) throw notFound()
    return lead
  }

  async function findLeadToCheck(check: 'solvency' | 'identity', asked: Asked, refuse: Refuse<typeof readScoring>) {
    const lead = await findLead(asked)
    const retryAfterSeconds = await countCheck(needs.db, check, { network: asked.request.ip, now: clock() })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    return { lead_id: lead.lead_id, steps: stepsOf(lead), findings: lead.findings as Findings }
  }
}

type Asked = { params: { leadId: string }; actor: Actor; request: FastifyRequest }
type Sent = {
  step: ElectricityStep | GasStep
  seenVersion: string | undefined
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

/** The lead that an address names; 0, which none has, where it names none. */
function leadIdOf({ leadId }: Asked['params']): number {
  return /^\d{1,9}$/.test(leadId) ? Number(leadId) : 0
}

/** Who asks for a lead, without beginning to remember them. */
function ownerOf(actor: Actor, request: FastifyRequest): LeadOwner {
  return {
    userId: actor.kind === 'customer' ? actor.userId : null,
    visitorHash: visitorHash(request),
    resumeHash: broughtResumeHash(request),
  }
}

/** What a person will check holds nobody up meanwhile, and is said. */
function held<Told>(checking: Checking, refuse: Refuse<typeof readScoring>, present: (holds: boolean) => Told) {
  if (checking === 'unavailable') throw refuse('check_unavailable')
  return checking === 'by_person' ? { ...present(true), by_person: true } : present(checking.holds)
}

function refuseFields(problems: Problems, refuse: Refuse<typeof sendElectricityStep>) {
  const fields: FieldErrors = Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, [code]]))
  const isUnavailable = Object.values(problems).includes('cups_not_available')
  return refuse(isUnavailable ? 'cups_unavailable' : 'invalid', { fields })
}
