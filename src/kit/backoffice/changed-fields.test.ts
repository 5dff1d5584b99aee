import { expect, test } from 'vitest'
import { findChangedFields } from './changed-fields.ts'

test.each([
  ['a name', { name: 'Aurora', version: 1 }, { name: 'Boreal', version: 2 }, ['name: Boreal']],
  ['no unchanged field', { name: 'Aurora', is_active: true }, { name: 'Aurora', is_active: true }, []],
  ['a field that was switched off', { is_active: true }, { is_active: false }, ['is_active: ✗']],
  ['a field that was emptied', { website: 'https://a.test' }, { website: null }, ['website: —']],
  ['one of several languages', { names: { es: 'A', ca: 'B' } }, { names: { es: 'A', ca: 'C' } }, ['names.ca: C']],
  ['one of several values', { values: ['10', '4'] }, { values: ['11', '4'] }, ['values.0: 11']],
  ['an extended list', { energies: ['gas'] }, { energies: ['electricity', 'gas'] }, ['energies: electricity, gas']],
  ['a value that did not exist before', { offer: null }, { offer: { position: 1, link: null } }, ['offer: 1, —']],
  ['no field that was not shown before', { name: 'A' }, { name: 'A', assignee: 'Jordi' }, []],
])('reports the current value of %s', (_, seen, current, expected) => {
  expect(findChangedFields(seen, current).map(({ path, text }) => `${path}: ${text}`)).toEqual(expected)
})
