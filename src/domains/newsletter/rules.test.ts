import { expect, test } from 'vitest'
import { type Choosable, deedOf, isChanged, isLocked, lockedOf, looksLikeEmail, toggled, toggledAll } from './rules.ts'

const offers: Choosable = { id: 1, isSubscribed: false, isExported: false }
const prices: Choosable = { id: 2, isSubscribed: true, isExported: false }
const kept: Choosable = { id: 3, isSubscribed: true, isExported: true }
const keptElsewhere: Choosable = { id: 4, isSubscribed: false, isExported: true }
const all = [offers, prices, kept, keptElsewhere]

test.each([
  [offers, false, 'nobody is on it'],
  [prices, false, 'its list is ours'],
  [keptElsewhere, false, 'it can still be subscribed to'],
  [kept, true, 'its list is kept elsewhere, and they are on it'],
])('newsletter %o: locked %s, because %s', (newsletter, locked) => {
  expect(isLocked(newsletter)).toBe(locked)
})

test.each<[chosen: number[], next: number[], reason: string]>([
  [[3], [1, 2, 3, 4], 'some are missing'],
  [[1, 2, 3, 4], [3], 'all are chosen, and the locked one stays'],
  [[], [1, 2, 3, 4], 'none is chosen'],
])('choosing all from %o gives %o: %s', (chosen, next) => {
  expect(toggledAll(all, chosen)).toEqual(next)
})

test.each<[chosen: number[], id: number, next: number[], reason: string]>([
  [[2, 3], 1, [2, 3, 1], 'it was not chosen'],
  [[2, 3], 2, [3], 'it was chosen'],
  [[2, 3], 3, [2, 3], 'it is locked'],
  [[2, 3], 9, [2, 3], 'there is none'],
])('from %o pressing %i gives %o: %s', (chosen, id, next) => {
  expect(toggled(all, chosen, id)).toEqual(next)
})

test('only the locked ones stay when somebody leaves', () => {
  expect(lockedOf(all)).toEqual([3])
  expect(lockedOf([offers, prices])).toEqual([])
})

test.each([
  [[1], true, 'confirm'],
  [[1], false, 'subscribe'],
  [[], false, 'unsubscribe'],
  [[], true, 'unsubscribe'],
])('with %o chosen, first time %s, the button says %s', (chosen, isFirstTime, deed) => {
  expect(deedOf(chosen, { isFirstTime })).toBe(deed)
})

test('nothing is to be saved while what is chosen is what is subscribed to', () => {
  expect(isChanged(all, [2, 3])).toBe(false)
  expect(isChanged(all, [3, 2])).toBe(false)
  expect(isChanged(all, [3])).toBe(true)
  expect(isChanged(all, [1, 2, 3])).toBe(true)
})

test.each([
  ['anna@example.test', true],
  [' anna@example.test ', true],
  ['anna@example', false],
  ['anna example@example.test', false],
  ['@example.test', false],
  ['', false],
])('%j looks like an address: %s', (text, does) => {
  expect(looksLikeEmail(text)).toBe(does)
})
