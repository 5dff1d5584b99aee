import { taxIdKindOf } from '#vocabulary/tax-id-kind.ts'
import type { ContractFormConfig } from '../../field-problems.ts'
import { type ContractKind, type StepName, wizardStepsOf } from '../../wizard.ts'
import type { WizardDraft } from '../draft/wizard-draft.ts'

type StepProgress = Pick<WizardDraft, 'completed' | 'isFinished'>

/** Returns the steps for a draft. */
export function stepsOfDraft(
  draft: Pick<WizardDraft, 'person' | 'isRestOfDual'>,
  { kind, config }: { kind: ContractKind; config: Pick<ContractFormConfig, 'businessHaltContractation'> },
): StepName[] {
  const { isRestOfDual } = draft
  const isHaltedForCompanies = config.businessHaltContractation
  return wizardStepsOf({ kind, isCompany: isCompanyDraft(draft), isHaltedForCompanies, isRestOfDual })
}

/** Checks whether the holder is a company, by the tax id. */
export function isCompanyDraft({ person }: Pick<WizardDraft, 'person'>): boolean {
  return taxIdKindOf(person.taxId) === 'CIF'
}

/**
 * Returns the step in the address where it is available, else the first that is not done; without one in the address,
 * the first step.
 */
export function currentStepOf(
  requested: StepName | undefined,
  steps: readonly StepName[],
  { completed, isFinished }: StepProgress,
): StepName {
  if (requested === undefined) return steps[0]!
  if (isFinished) return 'finish'
  const open = firstOpenStep(steps, completed)
  const isAhead = !steps.includes(requested) || steps.indexOf(requested) > steps.indexOf(open)
  return isAhead ? open : requested
}

/** Returns the first step that is not done. */
export function firstOpenStep(steps: readonly StepName[], completed: readonly StepName[]): StepName {
  return steps.find((name) => !completed.includes(name)) ?? 'confirmation'
}
