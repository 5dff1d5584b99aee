import type { StepName } from '../wizard.ts'
import type { WizardDraft } from './wizard-draft.ts'

type Standing = Pick<WizardDraft, 'completed' | 'isFinished'>

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
