import { taxIdKindOf } from '#vocabulary/tax-id-kind.ts'
import type { Asked } from '../asked.ts'
import { type ContractKind, type StepName, stepsOf } from '../wizard.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Standing = Pick<WizardDraft, 'completed' | 'isFinished'>

/** The steps that there are for what is typed. */
export function stepsOfDraft(
  draft: Pick<WizardDraft, 'person' | 'isRestOfDual'>,
  { kind, asked }: { kind: ContractKind; asked: Pick<Asked, 'businessHaltContractation'> },
): StepName[] {
  const { isRestOfDual } = draft
  const isHaltedForCompanies = asked.businessHaltContractation
  return stepsOf({ kind, isCompany: isOfCompany(draft), isHaltedForCompanies, isRestOfDual })
}

/** Whether the holder is a company, by the tax id. */
export function isOfCompany({ person }: Pick<WizardDraft, 'person'>): boolean {
  return taxIdKindOf(person.taxId) === 'CIF'
}

/** The step of the address where one may be there, else the first that is not done; without one in the address the first. */
export function shownStep(
  wanted: StepName | undefined,
  steps: readonly StepName[],
  { completed, isFinished }: Standing,
): StepName {
  if (wanted === undefined) return steps[0]!
  if (isFinished) return 'finish'
  const open = openStep(steps, completed)
  const isAhead = !steps.includes(wanted) || steps.indexOf(wanted) > steps.indexOf(open)
  return isAhead ? open : wanted
}

/** The first step that is not done. */
export function openStep(steps: readonly StepName[], completed: readonly StepName[]): StepName {
  return steps.find((name) => !completed.includes(name)) ?? 'confirmation'
}
