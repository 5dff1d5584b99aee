import { expect, test } from 'vitest'
import { wizardStepsOf } from '../../wizard.ts'
import { currentStepOf, firstOpenStep } from './current-step.ts'

const steps = wizardStepsOf({ kind: 'electricity', isCompany: false, isHaltedForCompanies: false })
const wizardProgress = (completed: readonly (typeof steps)[number][], isFinished = false) => ({ completed, isFinished })

test.each([
  ['the first step where the address has none', undefined, wizardProgress(['installation']), 'installation'],
  [
    'the step of the address once the previous ones are completed',
    'person',
    wizardProgress(['installation']),
    'person',
  ],
  ['a completed step for review', 'installation', wizardProgress(['installation', 'person']), 'installation'],
  ['the first open step instead of one ahead of it', 'payment', wizardProgress(['installation']), 'person'],
  ['the first open step instead of one of another kind', 'gasContract', wizardProgress([]), 'installation'],
  ['the end once the contract is created', 'person', wizardProgress([], true), 'finish'],
] as const)('shows %s', (_, wanted, draft, shown) => {
  expect(currentStepOf(wanted, steps, draft)).toBe(shown)
})

test('opens the confirmation once all steps are done', () => {
  expect(firstOpenStep(steps, steps)).toBe('confirmation')
})
