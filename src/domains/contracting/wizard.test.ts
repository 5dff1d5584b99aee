import { describe, expect, test } from 'vitest'
import { mayJumpTo, type StepName, stepAfter, stepBefore, type WizardSituation, wizardStepsOf } from './wizard.ts'

const person: WizardSituation = { kind: 'electricity', isCompany: false, isHaltedForCompanies: false }

test.each<[string, Partial<WizardSituation>, string]>([
  ['electricity', {}, 'installation person contract payment confirmation finish'],
  ['gas', { kind: 'gas' }, 'installation person gasContract payment confirmation finish'],
  ['both', { kind: 'dual' }, 'installation person contract gasContract payment confirmation finish'],
  ['a company', { isCompany: true }, 'installation person contract payment confirmation finish'],
  [
    'a company that is called back',
    { isCompany: true, isHaltedForCompanies: true },
    'installation person confirmation finish',
  ],
  [
    'a person where companies are called back',
    { isHaltedForCompanies: true },
    'installation person contract payment confirmation finish',
  ],
  [
    'a company that is called back, for both energies',
    { kind: 'dual', isCompany: true, isHaltedForCompanies: true },
    'installation person confirmation finish',
  ],
  [
    'the gas of both, once the electricity contract is created',
    { kind: 'dual', isRestOfDual: true },
    'gasContract confirmation finish',
  ],
])('%s: returns the steps', (_, given, expected) => {
  expect(wizardStepsOf({ ...person, ...given }).join(' ')).toBe(expected)
})

describe('jumping to a step', () => {
  const steps = wizardStepsOf(person)
  const at = { steps, current: 'contract', completed: ['installation', 'person'], isSubmitting: false } as const

  test.each<[StepName, boolean, string]>([
    ['installation', true, 'back to the first'],
    ['contract', true, 'where one is'],
    ['payment', false, 'the one before is not done'],
    ['gasContract', false, 'there is none here'],
  ])('%s is %s: %s', (name, expected) => {
    expect(mayJumpTo(name, at)).toBe(expected)
  })

  test('makes a step that was left backwards available again, with what follows it', () => {
    expect(mayJumpTo('contract', { ...at, current: 'installation' })).toBe(true)
  })

  test('opens nothing for a step completed after one that is not', () => {
    const completed = ['installation', 'contract', 'payment'] as const
    expect(mayJumpTo('confirmation', { ...at, completed })).toBe(false)
  })

  test('allows no move while something is being sent, nor after the end', () => {
    expect(mayJumpTo('installation', { ...at, isSubmitting: true })).toBe(false)
    expect(mayJumpTo('installation', { ...at, current: 'finish' })).toBe(false)
  })
})

test('offers no previous step on the first step and on the last', () => {
  const steps = wizardStepsOf(person)
  expect(steps.map((name) => stepBefore(name, steps))).toEqual([
    null,
    'installation',
    'person',
    'contract',
    'payment',
    null,
  ])
  expect(stepAfter('payment', steps)).toBe('confirmation')
  expect(stepAfter('finish', steps)).toBe('finish')
})
