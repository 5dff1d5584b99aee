import type { Reply } from '#kit/call.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import type { GivenAgreements } from '../agreements.ts'
import {
  type ElectricityStep,
  type GasStep,
  readIdentityCheck,
  readLead,
  readScoring,
  type StepDone,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import type { Asked, Problems } from '../asked.ts'
import { contractProblems, gasContractProblems } from '../contract-rules.ts'
import { confirmationProblems, paymentProblems } from '../ending-rules.ts'
import { installationProblems, type Supply } from '../installation-rules.ts'
import { type HolderOnFile, papersGiven } from '../known-holder-rules.ts'
import { personProblems, tidyPerson } from '../person-rules.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { typedPowerProblems } from './typed-powers.ts'
import { confirmationForm, contractForm, gasContractForm, installationForm, paymentForm, personForm } from './wire.ts'
import { type Ending, type Energy, mainEnergy, type WizardDraft } from './wizard-draft.ts'

export type Around = {
  kind: ContractKind
  asked: Asked
  given: GivenAgreements
  steps: readonly StepName[]
  /** The holders of whoever is signed in, whose papers are not asked for twice. */
  holders: readonly HolderOnFile[]
}

/** What is wrong with a step before it is sent, by the paths of the wire. */
export function problemsOfStep(name: StepName, draft: WizardDraft, { kind, asked, given, holders }: Around): Problems {
  const { installation, gas } = draft
  switch (name) {
    case 'installation':
      return installationProblems(installationForm(draft), asked, knownOf(installation))
    case 'person': {
      const form = personForm(draft, { asksLanguage: asked.commsLanguageRequired })
      const papers = papersGiven(form.owner, holders)
      return personProblems(form, asked, { hasActiveContract: installation.isSupplied === true, papers })
    }
    case 'contract':
      return { ...contractProblems(contractForm(draft), asked), ...typedPowerProblems(draft.contract.powers) }
    case 'gasContract': {
      if (isWithoutGas(draft, kind)) return {}
      const isOfElectricity = kind === 'dual' && gas.cups.slice(0, 20) === installation.cups.slice(0, 20)
      const known = kind === 'gas' ? knownOf(installation) : knownOf(gas)
      return gasContractProblems(gasContractForm(draft, kind), asked, {
        ...known,
        ...(isOfElectricity && { otherEnergy: 'electricity' }),
      })
    }
    case 'payment':
      return paymentProblems(paymentForm(draft))
    case 'confirmation':
      return confirmationProblems(confirmationForm(draft, { given, askPublicity: asked.askPublicity }), given)
    case 'finish':
      return {}
  }
}

function knownOf({ supply }: Pick<WizardDraft['installation'], 'supply'>): Supply {
  return { isAvailable: supply?.isAvailable, otherEnergy: supply?.otherEnergy }
}

/** Whether a step is on the server as it is typed now. */
export function isSent(step: StepName, draft: WizardDraft, around: Pick<Around, 'kind' | 'asked'>): boolean {
  const form = formOf(step, draft, around)
  return form !== null && draft.sent[step] === JSON.stringify(form)
}

/** What sending changes of a draft. */
export type Progressed = Pick<WizardDraft, 'leads' | 'sent' | 'blocked' | 'ended' | 'isCheckedByPerson'>

/**
 * Sends a step, and before it every other that is not there as it is now: what was changed since, or all of them where the
 * server no longer has the lead. Nothing is sent that is there already, nor of a contract that is made. The holder is asked
 * about once the person is there. `begins` hears of each step before it is sent.
 * @throws Refused, with what had been sent until then in `progressed`.
 */
export async function sendUpTo(
  send: Send,
  name: StepName,
  draft: WizardDraft,
  around: Around,
  progressed: (done: Progressed) => void,
  begins: (step: StepName) => void = () => {},
): Promise<Progressed> {
  const { leads, sent, ended, isCheckedByPerson } = draft
  let state: Progressed = { leads, sent, ended, isCheckedByPerson, blocked: null }
  const upTo = around.steps.slice(0, around.steps.indexOf(name) + 1)
  for (const step of upTo) {
    begins(step)
    const leadId = await sendOne(step)
    if (leadId !== null && step === 'person') state = { ...state, ...(await checksOf(send, leadId)) }
    // Whoever is refused is asked about again, even where they change nothing.
    if (state.blocked) {
      const { person: _, ...sent } = state.sent
      state = { ...state, sent }
    }
    progressed(state)
    if (state.blocked) break
  }
  return state

  /** The lead that the step was sent to; null where it had not to be. */
  async function sendOne(step: StepName): Promise<number | null> {
    const form = formOf(step, draft, around)
    const energy = energyOf(step, draft, around, state.ended)
    if (form === null || energy === null) return null
    const written = JSON.stringify(form)
    if (state.sent[step] === written) return null
    try {
      return await sendTo(energy, step, form, written)
    } catch (failure) {
      state = { ...state, ended: [...state.ended, ...(await madeOf(send, failure, energy, leadOf(energy)))] }
      progressed(state)
      return sendOne(step)
    }
  }

  async function sendTo(energy: Energy, step: StepName, form: Form, written: string): Promise<number> {
    const isGasOfDual = energy === 'gas' && around.kind === 'dual'
    const leadId = leadOf(energy)
    const { lead_id } = await sendForm(send, energy, {
      ...form,
      ...(leadId !== null && { lead_id: leadId }),
      ...(isGasOfDual && leadId === null && { electricityLeadId: state.leads.main! }),
    })
    const leads = isGasOfDual ? { ...state.leads, gas: lead_id } : { ...state.leads, main: lead_id }
    state = { ...state, leads, sent: { ...state.sent, [step]: written } }
    return lead_id
  }

  function leadOf(energy: Energy): number | null {
    return energy === mainEnergy(around.kind) ? state.leads.main : state.leads.gas
  }
}

/** What is to be contracted. */
export function wantedEnergies({ gas }: WizardDraft, { kind, steps }: Around): Energy[] {
  const hasGasToo = kind === 'dual' && steps.includes('gasContract') && gas.isIncluded
  return [mainEnergy(kind), ...(hasGasToo ? (['gas'] as const) : [])]
}

/** Confirms the contracts that are not made yet, and answers what the server tells of each. @throws Refused */
export async function confirm(
  send: Send,
  draft: WizardDraft,
  around: Around,
  ended: (ending: Ending) => void,
): Promise<void> {
  const { given, asked, kind } = around
  const form = confirmationForm(draft, { given, askPublicity: asked.askPublicity })
  const made = new Set(draft.ended.map(({ energy }) => energy))
  for (const energy of wantedEnergies(draft, around)) {
    if (made.has(energy)) continue
    for (const ending of await confirmOne(energy)) {
      made.add(ending.energy)
      ended(ending)
    }
  }

  async function confirmOne(energy: Energy): Promise<Ending[]> {
    const leadId = energy === mainEnergy(kind) ? draft.leads.main : draft.leads.gas
    try {
      return [endingOf(energy, await sendForm(send, energy, { ...form, lead_id: leadId! }))]
    } catch (failure) {
      return madeOf(send, failure, energy, leadId)
    }
  }
}

/** For which contract a step counts; null where there is nothing left for it to tell. */
function energyOf(step: StepName, draft: WizardDraft, around: Around, ended: readonly Ending[]): Energy | null {
  const main = mainEnergy(around.kind)
  const isOpen = (energy: Energy) => !ended.some((ending) => ending.energy === energy)
  if (step === 'gasContract') return isOpen('gas') ? 'gas' : null
  if (isOpen(main)) return main
  // The holder and the account hold for the gas of a dual contract too.
  const isShared = step === 'person' || step === 'payment'
  return isShared && isOpen('gas') && wantedEnergies(draft, around).includes('gas') ? 'gas' : null
}

/**
 * What was made of a lead that takes nothing more: its answer was lost on the way, or it was confirmed on another device.
 * @throws the failure itself where it is another one, or where nothing was made.
 */
async function madeOf(send: Send, failure: unknown, energy: Energy, leadId: number | null): Promise<Ending[]> {
  if (!isRefused(failure) || failure.code !== 'lead_closed' || leadId === null) throw failure
  const made = await readEndings(send, energy, leadId)
  if (!made.some((ending) => ending.energy === energy)) throw failure
  return made
}

/** What was made of a lead, and of the gas beside it. */
async function readEndings(send: Send, energy: Energy, leadId: number): Promise<Ending[]> {
  const lead = await send(readLead, { params: { leadId: String(leadId) } })
  const isMade = lead.state === 'sent' || lead.state === 'signed'
  return [
    ...(isMade ? [endedElsewhere(energy, lead)] : []),
    ...(lead.gas_lead_id === null ? [] : await readEndings(send, 'gas', lead.gas_lead_id)),
  ]
}

/** The end of a contract that was made without this form being told: its words are not told again. */
export function endedElsewhere(energy: Energy, { signature }: Pick<Reply<typeof readLead>, 'signature'>): Ending {
  return { energy, format: 'markdown', body: '', signatureUrl: signature?.url ?? null }
}

function endingOf(energy: Energy, { status, result, signature, reference }: StepDone): Ending {
  if (status === 'ERROR') throw new Error(result?.error ?? 'The contract was not made.')
  const { format = 'markdown', body = '' } = result?.render ?? {}
  return { energy, format, body, signatureUrl: signature?.url ?? null, ...(reference && { reference }) }
}

type Checks = Pick<WizardDraft, 'blocked' | 'isCheckedByPerson'>

/** Whether the holder may go on, and whether somebody looks at it afterwards. */
async function checksOf(send: Send, leadId: number): Promise<Checks> {
  const params = { leadId: String(leadId) }
  const [scoring, identity] = await Promise.all([
    unlessUnavailable(send(readScoring, { params })),
    unlessUnavailable(send(readIdentityCheck, { params })),
  ])
  const isCheckedByPerson = scoring?.by_person === true || identity?.by_person === true
  if (identity?.dni_valid === false) return { blocked: 'dniInvalid', isCheckedByPerson }
  return { blocked: scoring?.scoring === false ? 'badScore' : null, isCheckedByPerson }
}

/** Nobody is held back because a bureau does not answer, or was asked too often. */
async function unlessUnavailable<Told>(asking: Promise<Told>): Promise<Told | null> {
  try {
    return await asking
  } catch (failure) {
    if (isRefused(failure) && (failure.status === 503 || failure.status === 429)) return null
    throw failure
  }
}

// The rules have found nothing missing, so that what may be null on the form no longer is.
type Form = { step: number; lead_id?: number; electricityLeadId?: number }

function sendForm(send: Send, energy: Energy, form: Form): Promise<StepDone> {
  return energy === 'gas'
    ? send(sendGasStep, { body: { FormConfirm: form as GasStep } })
    : send(sendElectricityStep, { body: { FormConfirm: form as ElectricityStep } })
}

/** What would be sent of a step; null of the last, and of gas that is left out. */
export function formOf(
  step: StepName,
  draft: WizardDraft,
  { kind, asked }: Pick<Around, 'kind' | 'asked'>,
): Form | null {
  switch (step) {
    case 'installation':
      return installationForm(draft)
    case 'person':
      return tidyPerson(personForm(draft, { asksLanguage: asked.commsLanguageRequired }))
    case 'contract':
      return contractForm(draft)
    case 'gasContract':
      return isWithoutGas(draft, kind) ? null : gasContractForm(draft, kind)
    case 'payment':
      return paymentForm(draft)
    default:
      return null
  }
}

function isWithoutGas({ gas }: WizardDraft, kind: ContractKind): boolean {
  return kind === 'dual' && !gas.isIncluded
}
