import { expect, test } from 'vitest'
import type { ListedSetting } from '../api.ts'
import { draftOf, parseDraft, type SettingDraft } from './setting-draft.ts'

type Kind = ListedSetting['kind']

test.each<[Kind, unknown, SettingDraft]>([
  ['on_off', true, true],
  ['list_of', ['ca', 'es'], ['ca', 'es']],
  ['whole_number', 25, '25'],
  ['instant', null, ''],
  ['line', 'Llum', 'Llum'],
])('round-trips %s of %j through its draft', (kind, value, draft) => {
  expect(draftOf({ kind, value, hidden: false })).toEqual(draft)
  expect(parseDraft({ kind, limits: null }, draft, 'es')).toEqual(value)
})

test('an instant round-trips', () => {
  const draft = draftOf({ kind: 'instant', value: '2026-12-01T22:00:00+01:00', hidden: false })
  expect(parseDraft({ kind: 'instant', limits: null }, draft, 'es')).toBe('2026-12-01T21:00:00.000Z')
})

test.each([
  ['2026-07-01T22:00', '2026-07-01T20:00:00.000Z', 'in summer'],
  ['2026-12-01T22:00', '2026-12-01T21:00:00.000Z', 'in winter'],
  ['1/12/26T2230', '2026-12-01T21:30:00.000Z', 'as somebody types it'],
  ['2026-12-01T', '2026-11-30T23:00:00.000Z', 'a day alone, from midnight'],
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 'the first time that the clocks show it'],
  ['2026-12-01T25', '2026-12-01T25', 'an hour that no clock shows, to be refused'],
  ['T22:00', 'T22:00', 'an hour without a day'],
])('parses %s in Madrid time as %s: %s', (draft, instant) => {
  expect(parseDraft({ kind: 'instant', limits: null }, draft, 'es')).toBe(instant)
})

test('the draft of a secret is empty', () => {
  expect(draftOf({ kind: 'secret', value: null, hidden: true })).toBe('')
})

test.each<[Kind, string, unknown]>([
  ['whole_number', 'ten', 'ten'],
  ['whole_number', '', ''],
  ['whole_number', '10.000', 10_000],
  ['rate', '0,5', 0.5],
  ['mail_address', ' hola@example.test ', 'hola@example.test'],
  ['instant', 'never', 'never'],
])('a %s typed as “%s” is sent as %j', (kind, typed, value) => {
  expect(parseDraft({ kind, limits: [0, 100_000] }, typed, 'es')).toEqual(value)
})
