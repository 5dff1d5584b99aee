import type { Send } from '#kit/web/send.ts'
import type { KnownAgreements } from '../../agreements.ts'
import { type StepReply, sendElectricityStep, sendGasStep } from '../../api.ts'
import { contractProblems, gasContractProblems } from '../../contract-rules.ts'
import type { ContractFormConfig, FieldProblems } from '../../field-problems.ts'
import { installationProblems, type SupplyLookup } from '../../installation-rules.ts'
import { documentsOnFileOf, type HolderOnFile } from '../../known-holder-rules.ts'
import { confirmationProblems, paymentProblems } from '../../payment-and-confirmation-rules.ts'
import { normalizePerson, personProblems } from '../../person-rules.ts'
import type { ElectricityStep, GasStep } from '../../step-fields.ts'
import type { ContractKind, StepName } from '../../wizard.ts'
import { type ContractResult, type Energy, mainEnergy, type WizardDraft } from '../draft/wizard-draft.ts'
import { runChecks } from '../holder/applicant-checks.ts'
import { powerInputProblems } from '../product/power-input-problems.ts'
import { recoverResults, resultOf } from '../review/contract-results.ts'
import {
  confirmationForm,
  contractForm,
  gasContractForm,
  installationForm,
  paymentForm,
  personForm,
} from './step-forms.ts'

export type WizardContext = {
  kind: ContractKind
  config: ContractFormConfig
  agreements: KnownAgreements
  steps: readonly StepName[]
  /** The holders of the signed-in user, whose documents are not requested twice. */
  holders: readonly HolderOnFile[]
}

/** Returns the problems of a step before it is sent, by API path. */
export function stepProblemsOf(
  name: StepName,
  draft: WizardDraft,
  { kind, config, agreements, holders }: WizardContext,
): FieldProblems {
  const { installation, gas } = draft
  switch (name) {
    case 'installation':
      return installationProblems(installationForm(draft), config, supplyLookupOf(installation))
    case 'person': {
      const form = personForm(draft, { asksLanguage: config.commsLanguageRequired })
      const documents = documentsOnFileOf(form.owner, holders)
      return personProblems(form, config, { hasActiveContract: installation.isSupplied === true, documents })
    }
    case 'contract':
      return { ...contractProblems(contractForm(draft), config), ...powerInputProblems(draft.contract.powers) }
    case 'gasContract': {
      if (isGasExcluded(draft, kind)) return {}
      const isOfElectricity = kind === 'dual' && gas.cups.slice(0, 20) === installation.cups.slice(0, 20)
      const known = kind === 'gas' ? supplyLookupOf(installation) : supplyLookupOf(gas)
      return gasContractProblems(gasContractForm(draft, kind), config, {
        ...known,
        ...(isOfElectricity && { otherEnergy: 'electricity' }),
      })
    }
    case 'payment':
      return paymentProblems(paymentForm(draft))
    case 'confirmation':
      return confirmationProblems(
        confirmationForm(draft, { agreements, askPublicity: config.askPublicity }),
        agreements,
      )
    case 'finish':
      return {}
  }
}

function supplyLookupOf({ supply }: Pick<WizardDraft['installation'], 'supply'>): SupplyLookup {
  return { isAvailable: supply?.isAvailable, otherEnergy: supply?.otherEnergy }
}

/** Checks whether the server has a step as it is typed now. */
export function isSent(step: StepName, draft: WizardDraft, context: Pick<WizardContext, 'kind' | 'config'>): boolean {
  const form = formOf(step, draft, context)
  return form !== null && draft.sent[step] === JSON.stringify(form)
}

/** The parts of a draft that sending changes. */
export type SendProgress = Pick<WizardDraft, 'leads' | 'sent' | 'blocked' | 'ended' | 'isCheckedByPerson'>

/**
 * Sends a step, and before it every other one that the server does not have in its current form: those changed since,
 * or all of them where the server no longer has the lead. What the server already has is not sent again, nor anything
 * of a contract that exists. The holder is checked once the person step is sent. `begins` is called with each step
 * before it is sent.
 * @throws Refused, with what had been sent until then in `progressed`.
 */
export async function sendUpTo(
  send: Send,
  name: StepName,
  draft: WizardDraft,
  context: WizardContext,
  onProgress: (done: SendProgress) => void,
  onBegin: (step: StepName) => void = () => {},
): Promise<SendProgress> {
  const { leads, sent, ended, isCheckedByPerson } = draft
  let state: SendProgress = { leads, sent, ended, isCheckedByPerson, blocked: null }
  const upTo = context.steps.slice(0, context.steps.indexOf(name) + 1)
  for (const step of upTo) {
    onBegin(step)
    const leadId = await sendOne(step)
    if (leadId !== null && step === 'person') state = { ...state, ...(await runChecks(send, leadId)) }
    // A refused holder is checked again, even without changes.
    if (state.blocked) {
      const { person: _, ...sent } = state.sent
      state = { ...state, sent }
    }
    onProgress(state)
    if (state.blocked) break
  }
  return state

  /** Sends a step. Returns its lead; null where it need not be sent. */
  async function sendOne(step: StepName): Promise<number | null> {
    const form = formOf(step, draft, context)
    const energy = openEnergyOf(step, draft, context, state.ended)
    if (form === null || energy === null) return null
    const serialized = JSON.stringify(form)
    if (state.sent[step] === serialized) return null
    try {
      return await sendTo(energy, step, form, serialized)
    } catch (failure) {
      state = { ...state, ended: [...state.ended, ...(await recoverResults(send, failure, energy, leadOf(energy)))] }
      onProgress(state)
      return sendOne(step)
    }
  }

  async function sendTo(energy: Energy, step: StepName, form: StepForm, serialized: string): Promise<number> {
    const isGasOfDual = energy === 'gas' && context.kind === 'dual'
    const leadId = leadOf(energy)
    const { lead_id } = await postStep(send, energy, {
      ...form,
      ...(leadId !== null && { lead_id: leadId }),
      ...(isGasOfDual && leadId === null && { electricityLeadId: state.leads.main! }),
    })
    const leads = isGasOfDual ? { ...state.leads, gas: lead_id } : { ...state.leads, main: lead_id }
    state = { ...state, leads, sent: { ...state.sent, [step]: serialized } }
    return lead_id
  }

  function leadOf(energy: Energy): number | null {
    return energy === mainEnergy(context.kind) ? state.leads.main : state.leads.gas
  }
}

/** Returns the energies to be contracted. */
export function requestedEnergies({ gas }: WizardDraft, { kind, steps }: WizardContext): Energy[] {
  const hasGasToo = kind === 'dual' && steps.includes('gasContract') && gas.isIncluded
  return [mainEnergy(kind), ...(hasGasToo ? (['gas'] as const) : [])]
}

/** Confirms the contracts that do not exist yet, and returns the server's result for each. @throws Refused */
export async function confirmContracts(
  send: Send,
  draft: WizardDraft,
  context: WizardContext,
  onResult: (result: ContractResult) => void,
): Promise<void> {
  const { agreements, config, kind } = context
  const form = confirmationForm(draft, { agreements, askPublicity: config.askPublicity })
  const contracted = new Set(draft.ended.map(({ energy }) => energy))
  for (const energy of requestedEnergies(draft, context)) {
    if (contracted.has(energy)) continue
    for (const result of await confirmContract(energy)) {
      contracted.add(result.energy)
      onResult(result)
    }
  }

  async function confirmContract(energy: Energy): Promise<ContractResult[]> {
    const leadId = energy === mainEnergy(kind) ? draft.leads.main : draft.leads.gas
    try {
      return [resultOf(energy, await postStep(send, energy, { ...form, lead_id: leadId! }))]
    } catch (failure) {
      return recoverResults(send, failure, energy, leadId)
    }
  }
}

/** Returns the contract that a step applies to; null where nothing is left to send. */
function openEnergyOf(
  step: StepName,
  draft: WizardDraft,
  context: WizardContext,
  ended: readonly ContractResult[],
): Energy | null {
  const main = mainEnergy(context.kind)
  const isOpen = (energy: Energy) => !ended.some((ending) => ending.energy === energy)
  if (step === 'gasContract') return isOpen('gas') ? 'gas' : null
  if (isOpen(main)) return main
  // The holder and the account also apply to the gas of a dual contract.
  const isShared = step === 'person' || step === 'payment'
  return isShared && isOpen('gas') && requestedEnergies(draft, context).includes('gas') ? 'gas' : null
}

// The rules have found nothing missing, so values that are nullable in the form no longer are null.
type StepForm = { step: number; lead_id?: number; electricityLeadId?: number }

function postStep(send: Send, energy: Energy, form: StepForm): Promise<StepReply> {
  return energy === 'gas'
    ? send(sendGasStep, { body: { FormConfirm: form as GasStep } })
    : send(sendElectricityStep, { body: { FormConfirm: form as ElectricityStep } })
}

/** Returns what would be sent of a step; null for the last one, and for gas that is left out. */
export function formOf(
  step: StepName,
  draft: WizardDraft,
  { kind, config }: Pick<WizardContext, 'kind' | 'config'>,
): StepForm | null {
  switch (step) {
    case 'installation':
      return installationForm(draft)
    case 'person':
      return normalizePerson(personForm(draft, { asksLanguage: config.commsLanguageRequired }))
    case 'contract':
      return contractForm(draft)
    case 'gasContract':
      return isGasExcluded(draft, kind) ? null : gasContractForm(draft, kind)
    case 'payment':
      return paymentForm(draft)
    default:
      return null
  }
}

function isGasExcluded({ gas }: WizardDraft, kind: ContractKind): boolean {
  return kind === 'dual' && !gas.isIncluded
}
