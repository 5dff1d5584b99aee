import { expect, test } from 'vitest'
import { savedQueryOf } from './rules.ts'

test.each([
  ['keeps the filters in a fixed order', { when: 'today', kind: 'signature' }, 'kind=signature&when=today'],
  ['leaves out what is not set', { when: undefined, kind: '' }, ''],
  ['leaves out the name of a person and the position', { q: 'Eva', offset: 25, when: 'late' }, 'when=late'],
  ['escapes values', { law: 'RD 88/2026' }, 'law=RD+88%2F2026'],
])('%s', (_, view, query) => expect(savedQueryOf(view)).toBe(query))
