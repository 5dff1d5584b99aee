import { expect, test } from 'vitest'
import type { AlertChoice } from '../rules.ts'
import { choiceIn, draftOf } from './alert-draft.ts'

const off: AlertChoice = { budget: null, standby: null, nothing_used: null, over_power: false }

test('suggests figures where an alert is off, and none for the budget', () => {
  expect(draftOf(off, 'es')).toEqual({
    budget: { isOn: false, figure: '' },
    standby: { isOn: false, figure: '100' },
    nothing_used: { isOn: false, figure: '1' },
    over_power: false,
  })
})

test.each(['es', 'en'])('reads what it has written: %s', (locale) => {
  const choice = { budget: 1_234.5, standby: 150, nothing_used: 2, over_power: true }
  expect(choiceIn(draftOf(choice, locale), locale)).toEqual({ choice, invalid: [] })
})

test('names the figures that are none, of alerts that are on', () => {
  const draft = draftOf(off, 'es')
  const budget = { isOn: true, figure: 'x' }
  expect(choiceIn({ ...draft, budget }, 'es')).toEqual({ choice: null, invalid: ['budget'] })
  expect(choiceIn({ ...draft, budget: { ...budget, isOn: false } }, 'es').choice).toEqual(off)
})
