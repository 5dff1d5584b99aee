import { describe, expect, test } from 'vitest'
import { mayJumpTo, type Situation, type StepName, stepAfter, stepBefore, stepsOf } from './wizard.ts'

const person: Situation = { kind: 'electricity', isCompany: false, isHaltedForCompanies: false }

test.each<[string, Partial<Situation>, string]>([
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
    'a company for both that is called back',
    { kind: 'dual', isCompany: true, isHaltedForCompanies: true },
    'installation person confirmation finish',
  ],
  [
    'the gas of both, once the electricity is made',
    { kind: 'dual', isRestOfDual: true },
    'gasContract confirmation finish',
  ],
])('%s: the steps', (_, given, expected) => {
  expect(stepsOf({ ...person, ...given }).join(' ')).toBe(expected)
})

describe('going straight to a step', () => {
  const steps = stepsOf(person)
  const at = { steps, current: 'contract', completed: ['installation', 'person'], isSubmitting: false } as const

  test.each<[StepName, boolean, string]>([
    ['installation', true, 'back to the first'],
    ['contract', true, 'where one is'],
    ['payment', false, 'the one before is not done'],
    ['gasContract', false, 'there is none here'],
  ])('%s is %s: %s', (name, expected) => {
    expect(mayJumpTo(name, at)).toBe(expected)
  })

  test('a step gone back from is reached again, and what lies behind it', () => {
    expect(mayJumpTo('contract', { ...at, current: 'installation' })).toBe(true)
  })

  test('a step that was completed before one that is not opens nothing', () => {
    const completed = ['installation', 'contract', 'payment'] as const
    expect(mayJumpTo('confirmation', { ...at, completed })).toBe(false)
  })

  test('nothing moves while something is sent, nor after the end', () => {
    expect(mayJumpTo('installation', { ...at, isSubmitting: true })).toBe(false)
    expect(mayJumpTo('installation', { ...at, current: 'finish' })).toBe(false)
  })
})

test('previous is not offered on the first step and on the last', () => {
  const steps = stepsOf(person)
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
