import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

test.each([
  ['a name', { name: 'Aurora', version: 1 }, { name: 'Boreal', version: 2 }, ['Boreal']],
  ['what is as it was', { name: 'Aurora', is_active: true }, { name: 'Aurora', is_active: true }, []],
  ['what was switched off', { is_active: true }, { is_active: false }, ['✗']],
  ['what was emptied', { website: 'https://a.test' }, { website: null }, ['—']],
  ['one of several languages', { names: { es: 'A', ca: 'B' } }, { names: { es: 'A', ca: 'C' } }, ['C']],
  ['a list', { values: ['10', '4'] }, { values: ['11', '4'] }, ['11, 4']],
  ['what was not shown before', { name: 'A' }, { name: 'A', assignee: 'Jordi' }, []],
])('what stands now is told of %s', (_, seen, current, told) => {
  expect(changedValues(seen, current)).toEqual(told)
})
