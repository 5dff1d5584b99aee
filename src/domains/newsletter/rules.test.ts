import { expect, test } from 'vitest'
import {
  type ChoosableNewsletter,
  hasChanged,
  isLocked,
  lockedNewsletterIds,
  looksLikeEmail,
  subscriptionActionOf,
  toggleAll,
  toggleNewsletter,
} from './rules.ts'

const offers: ChoosableNewsletter = { id: 1, isSubscribed: false, isExported: false }
const prices: ChoosableNewsletter = { id: 2, isSubscribed: true, isExported: false }
const exportedSubscription: ChoosableNewsletter = { id: 3, isSubscribed: true, isExported: true }
const exportedNewsletter: ChoosableNewsletter = { id: 4, isSubscribed: false, isExported: true }
const all = [offers, prices, exportedSubscription, exportedNewsletter]

test.each([
  [offers, false, 'nobody is on it'],
  [prices, false, 'its list is ours'],
  [exportedNewsletter, false, 'it can still be subscribed to'],
  [exportedSubscription, true, 'its list is kept elsewhere, and they are on it'],
])('newsletter %o: locked %s, because %s', (newsletter, locked) => {
  expect(isLocked(newsletter)).toBe(locked)
})

test.each<[chosen: number[], next: number[], reason: string]>([
  [[3], [1, 2, 3, 4], 'some are missing'],
  [[1, 2, 3, 4], [3], 'all are chosen, and the locked one stays'],
  [[], [1, 2, 3, 4], 'none is chosen'],
])('toggling all from %o gives %o: %s', (chosen, next) => {
  expect(toggleAll(all, chosen)).toEqual(next)
})

test.each<[chosen: number[], id: number, next: number[], reason: string]>([
  [[2, 3], 1, [2, 3, 1], 'it was not chosen'],
  [[2, 3], 2, [3], 'it was chosen'],
  [[2, 3], 3, [2, 3], 'it is locked'],
  [[2, 3], 9, [2, 3], 'there is none'],
])('toggling from %o newsletter %i gives %o: %s', (chosen, id, next) => {
  expect(toggleNewsletter(all, chosen, id)).toEqual(next)
})

test('keeps only the locked newsletters when a subscriber leaves all', () => {
  expect(lockedNewsletterIds(all)).toEqual([3])
  expect(lockedNewsletterIds([offers, prices])).toEqual([])
})

test.each([
  [[1], true, 'confirm'],
  [[1], false, 'subscribe'],
  [[], false, 'unsubscribe'],
  [[], true, 'unsubscribe'],
])('with %o chosen, first time %s, the button is labelled for %s', (chosen, isFirstTime, deed) => {
  expect(subscriptionActionOf(chosen, { isFirstTime })).toBe(deed)
})

test('has nothing to save while the choice equals the subscriptions', () => {
  expect(hasChanged(all, [2, 3])).toBe(false)
  expect(hasChanged(all, [3, 2])).toBe(false)
  expect(hasChanged(all, [3])).toBe(true)
  expect(hasChanged(all, [1, 2, 3])).toBe(true)
})

test.each([
  ['anna@example.test', true],
  [' anna@example.test ', true],
  ['anna@example', false],
  ['anna example@example.test', false],
  ['@example.test', false],
  ['', false],
])('%j looks like an e-mail address: %s', (text, does) => {
  expect(looksLikeEmail(text)).toBe(does)
})
