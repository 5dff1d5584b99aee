import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test.each([
  ['a name', { name: 'Aurora', version: 1 }, { name: 'Boreal', version: 2 }, ['name: Boreal']],
  ['what is as it was', { name: 'Aurora', is_active: true }, { name: 'Aurora', is_active: true }, []],
  ['what was switched off', { is_active: true }, { is_active: false }, ['is_active: ✗']],
  ['what was emptied', { website: 'https://a.test' }, { website: null }, ['website: —']],
  ['one of several languages', { names: { es: 'A', ca: 'B' } }, { names: { es: 'A', ca: 'C' } }, ['names.ca: C']],
  ['one of several values', { values: ['10', '4'] }, { values: ['11', '4'] }, ['values.0: 11']],
  [
    'a list that got longer',
    { energies: ['gas'] },
    { energies: ['electricity', 'gas'] },
    ['energies: electricity, gas'],
  ],
  ['what was not there', { offer: null }, { offer: { position: 1, link: null } }, ['offer: 1, —']],
  ['what was not shown before', { name: 'A' }, { name: 'A', assignee: 'Jordi' }, []],
])('what stands now is told of %s', (_, seen, current, told) => {
  expect(changedFields(seen, current).map(({ path, text }) => `${path}: ${text}`)).toEqual(told)
})
