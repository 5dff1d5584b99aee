import { expect, test } from 'vitest'
import { stepsOf } from '../wizard.ts'
import { openStep, shownStep } from './shown-step.ts'

const steps = stepsOf({ kind: 'electricity', isCompany: false, isHaltedForCompanies: false })
const standing = (completed: readonly (typeof steps)[number][], isFinished = false) => ({ completed, isFinished })

test.each([
  ['the first where the address names none', undefined, standing(['installation']), 'installation'],
  ['the one of the address, once those before it are done', 'person', standing(['installation']), 'person'],
  ['one that is done, to be looked at again', 'installation', standing(['installation', 'person']), 'installation'],
  ['the first that is open in place of one ahead of it', 'payment', standing(['installation']), 'person'],
  ['the first that is open in place of one of another kind', 'gasContract', standing([]), 'installation'],
  ['the end, once the contract is made', 'person', standing([], true), 'finish'],
] as const)('what is shown is %s', (_, wanted, draft, shown) => {
  expect(shownStep(wanted, steps, draft)).toBe(shown)
})

test('what is open once all is done is to confirm it', () => {
  expect(openStep(steps, steps)).toBe('confirmation')
})
