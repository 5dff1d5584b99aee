import type { FastifyReply, FastifyRequest } from 'fastify'
import { findOwnLead, type LeadOwner } from '#domains/lead-records/server/lead-store.ts'
import { resumeHashIn, storeResumeSecret } from '#domains/leads/server/resume-link.ts'
import { ensureVisitor, visitorHashIn } from '#domains/leads/server/visitor-cookie.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Actor } from '#kit/actor.ts'
import { changedMeanwhile } from '#kit/edit-version.ts'
import { parseId } from '#kit/parse-id.ts'
import { type FieldErrors, Refused } from '#kit/refusal.ts'
import { notFound, type Refuse, type Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  mailLeadLink,
  readAgreements,
  readContracting,
  readHolders,
  readIdentityCheck,
  readLead,
  readScoring,
  readSupplies,
  type StepReply,
  saveLeadDraft,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import type { FieldProblems } from '../field-problems.ts'
import { readFormConfig } from '../form-config.ts'
import type { ElectricityStep, GasStep } from '../step-fields.ts'
import { type CheckResult, checkIdentity, checkSolvency, type Findings } from './check-applicant.ts'
import { confirmLead } from './confirm-lead.ts'
import { draftVersion } from './draft-version.ts'
import { readKnownAgreements } from './known-agreements.ts'
import { readKnownHolders } from './known-holders.ts'
import { readKnownSupplies } from './known-supplies.ts'
import { mergeLeadSteps } from './lead-steps.ts'
import type { ConfirmLeadDeps } from './lead-to-confirm.ts'
import { findGasLead, presentLead } from './present-lead.ts'
import type { AgreementTexts } from './record-agreements.ts'
import { countResumeLinkRequest, sendResumeLink } from './resume-link-mail.ts'
import { storeLeadDraft } from './save-draft.ts'
import { saveStep } from './save-step.ts'
import { switchRoutes } from './switch-routes.ts'
import { countCheckVisit, countStepVisit } from './visit-limits.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

export type ContractingRouteDeps = ConfirmLeadDeps & {
  serve: Serve
  cookies: Pick<SessionCookies, 'put'>
  textOf: AgreementTexts
}

/** Registers the calls of new contracts, step by step. */
export function contractingRoutes({ serve, ...deps }: ContractingRouteDeps) {
  const { settings, clock } = deps
  withdrawalRoutes({ serve, ...deps })
  switchRoutes({ serve, ...deps })

  serve(readContracting, async () => ({ ...readFormConfig(settings.now()), checks_by_person: deps.checks === null }))

  serve(readAgreements, async ({ actor }) => {
    const { conditions, privacy } = await readKnownAgreements(deps.db, actor.userId)
    return { accept_ov_conditions: conditions, accept_gdpr: privacy }
  })

  serve(readHolders, async ({ actor: { userId, customerIds } }) => {
    const today = marketDayOf(clock(), 'Europe/Madrid')
    return { items: await readKnownHolders(deps.db, { userId, customerIds, today }) }
  })

  serve(readSupplies, async ({ actor: { customerIds }, query: { energy } }) => ({
    items: await readKnownSupplies(deps.db, { customerIds, energy }),
  }))

  serve(sendElectricityStep, ({ body, ...shared }, refuse) =>
    handleStep('electricity', { ...shared, step: body.FormConfirm, seenVersion: body.version }, refuse),
  )
  serve(sendGasStep, ({ body, ...shared }, refuse) =>
    handleStep('gas', { ...shared, step: body.FormConfirm, seenVersion: body.version }, refuse),
  )

  serve(readLead, async (input) => presentLead(deps.db, await findLead(input), input.actor))

  serve(saveLeadDraft, async ({ params, body, actor, request }, refuse) => {
    const owner = leadOwnerOf(actor, request)
    const { version: seenVersion, ...draft } = body
    const leadId = leadIdOf(params)
    const saved = await storeLeadDraft(deps, { leadId, owner, draft, seenVersion, now: clock() })
    if (saved === 'not_found') throw notFound()
    if (saved === 'closed') throw refuse('lead_closed')
    if (saved === 'changed') throw await draftChangedRefusal({ params, actor, request })
    return saved
  })

  serve(mailLeadLink, async (input, refuse) => {
    const { body, actor, request, reply } = input
    const lead = await findLead(input)
    // The gas of a dual contract whose electricity contract exists may still be continued.
    const isOpen = lead.state === 'open' || (await findGasLead(deps.db, lead.lead_id))?.state === 'open'
    if (!isOpen) throw refuse('lead_closed')
    const now = clock()
    const retryAfterSeconds = await countResumeLinkRequest(deps.db, { network: request.ip, email: body.email, now })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const secret = await sendResumeLink(deps, { lead, ...body, locale: actor.locale, now })
    // This revokes the link by which this browser came.
    if (lead.resume_hash !== null && lead.resume_hash === resumeHashIn(request))
      storeResumeSecret({ request, reply }, deps.cookies, secret)
    return undefined
  })

  serve(readScoring, async (input, refuse) => {
    const lead = await findLeadToCheck('solvency', input, refuse)
    return checkReply(await checkSolvency(deps, lead), refuse, (scoring) => ({ scoring }))
  })

  serve(readIdentityCheck, async (input, refuse) => {
    const lead = await findLeadToCheck('identity', input, refuse)
    return checkReply(await checkIdentity(deps, lead), refuse, (dni_valid) => ({ dni_valid }))
  })

  async function handleStep(
    energy: 'electricity' | 'gas',
    { step, seenVersion, actor, request, reply }: StepRequest,
    refuse: Refuse<typeof sendElectricityStep>,
  ): Promise<StepReply> {
    const now = clock()
    const config = readFormConfig(settings.now())
    if (!config[energy] && !(config.dual && energy === 'gas')) throw refuse('contracting_off')
    if (config.authenticate && actor.kind === 'anonymous') throw refuse('contracting_needs_session')
    const retryAfterSeconds = await countStepVisit(deps.db, step, { network: request.ip, now })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const owner = {
      ...leadOwnerOf(actor, request),
      visitorHash: ensureVisitor({ request, reply }, deps.cookies),
    }
    const today = marketDayOf(now, 'Europe/Madrid')
    const customerIds = actor.kind === 'customer' ? actor.customerIds : []
    const shared = { owner, customerIds, config, requestId: request.id, now }
    const saved = await saveStep(deps, { ...shared, energy, step, seenVersion, locale: actor.locale, today })
    if (saved.kind === 'not_found') throw notFound()
    if (saved.kind === 'closed') throw refuse('lead_closed')
    if (saved.kind === 'changed')
      throw await draftChangedRefusal({ params: { leadId: String(saved.leadId) }, actor, request })
    if (saved.kind === 'invalid') throw fieldsRefusal(saved.problems, refuse)
    const answer: StepReply =
      step.step === 5
        ? await confirmLead(deps, { ...shared, leadId: saved.leadId, actor }, refuse)
        : { lead_id: saved.leadId, status: 'OK' }
    const { electricityLeadId } = saved
    const version = await draftVersion(deps.db, { lead_id: saved.leadId, electricity_lead_id: electricityLeadId })
    return { ...answer, version }
  }

  /** Returns the refusal of an edit to a draft that another device has changed, with its current state. */
  async function draftChangedRefusal(input: LeadRequest): Promise<Refused> {
    const current = await presentLead(deps.db, await findLead(input), input.actor)
    return new Refused(changedMeanwhile, 409, { extra: { current } })
  }

  async function findLead({ params, actor, request }: LeadRequest) {
    const lead = await findOwnLead(deps.db, {
      leadId: leadIdOf(params),
      owner: leadOwnerOf(actor, request),
      now: clock(),
    })
    if (!lead) throw notFound()
    return lead
  }

  async function findLeadToCheck(
    check: 'solvency' | 'identity',
    config: LeadRequest,
    refuse: Refuse<typeof readScoring>,
  ) {
    const lead = await findLead(config)
    const retryAfterSeconds = await countCheckVisit(deps.db, check, { network: config.request.ip, now: clock() })
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    return { lead_id: lead.lead_id, steps: mergeLeadSteps(lead), findings: lead.findings as Findings }
  }
}

type LeadRequest = { params: { leadId: string }; actor: Actor; request: FastifyRequest }
type StepRequest = {
  step: ElectricityStep | GasStep
  seenVersion: string | undefined
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the lead in the address; 0, which no lead has, where it names none. */
function leadIdOf({ leadId }: LeadRequest['params']): number {
  return parseId(leadId) ?? 0
}

/** Returns the owner for whom a lead is requested, without starting to remember a visitor. */
function leadOwnerOf(actor: Actor, request: FastifyRequest): LeadOwner {
  return {
    userId: actor.kind === 'customer' ? actor.userId : null,
    visitorHash: visitorHashIn(request),
    resumeHash: resumeHashIn(request),
  }
}

/** Returns the reply of a check. One that an operator will make blocks nobody meanwhile, and says so. */
function checkReply<Reply>(
  result: CheckResult,
  refuse: Refuse<typeof readScoring>,
  present: (holds: boolean) => Reply,
) {
  if (result === 'unavailable') throw refuse('check_unavailable')
  return result === 'by_person' ? { ...present(true), by_person: true } : present(result.holds)
}

function fieldsRefusal(problems: FieldProblems, refuse: Refuse<typeof sendElectricityStep>) {
  const fields: FieldErrors = Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, [code]]))
  const isUnavailable = Object.values(problems).includes('cups_not_available')
  return refuse(isUnavailable ? 'cups_unavailable' : 'invalid', { fields })
}
