import { expect, test } from 'vitest'
import { isDead, meaningOf, nextTryAt, pauseSecondsAfter, secondsAsked, secondsAskedBy, urlProblem } from './rules.ts'

const day = 86_400

test('what is not taken is tried for nearly three days, later and later', () => {
  const pauses = Array.from({ length: 9 }, (_, tries) => pauseSecondsAfter(tries + 1, 0)!)
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeGreaterThan(2.9 * day)
  expect(total).toBeLessThan(3 * day)
  expect(pauseSecondsAfter(10, 0)).toBeUndefined()
})

test('chance brings a try forward by a fifth at most', () => {
  expect(pauseSecondsAfter(3, 0)).toBe(1_800)
  expect(pauseSecondsAfter(3, 0.5)).toBe(1_620)
  expect(pauseSecondsAfter(3, 1)).toBe(1_440)
})

const begin = new Date('2026-11-20T00:00:00Z')
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)

test.each([
  ['later than the endpoint asks for, where that is soon', { tries: 3, now: day, askedSeconds: 60 }, day + 1_800],
  ['as late as the endpoint asks for', { tries: 1, now: day, askedSeconds: 600 }, day + 600],
  ['no later than three days after the first try', { tries: 2, now: day, askedSeconds: 30 * day }, 3 * day],
  ['then too, where the pause alone leads beyond', { tries: 9, now: 2.5 * day, askedSeconds: 0 }, 3 * day],
  ['no more when they are over', { tries: 2, now: 3 * day, askedSeconds: 60 }, undefined],
  ['no more after the tenth try', { tries: 10, now: day, askedSeconds: 60 }, undefined],
])('it is tried again %s', (_, { now, ...tried }, next) => {
  const at = nextTryAt({ ...tried, triedSince: begin, now: after(now), chance: 0 })
  expect(at).toEqual(next === undefined ? undefined : after(next))
})

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 00:02:00 GMT', 120],
  // The two forms that are out of use, which are still to be understood.
  ['Friday, 20-Nov-26 00:02:00 GMT', 120],
  ['Fri Nov 20 00:02:00 2026', 120],
  ['Thu, 19 Nov 2026 00:00:00 GMT', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['2026-11-20T00:02:00Z', 0],
  [undefined, 0],
])('Retry-After: %s asks for %i seconds', (header, seconds) => {
  expect(secondsAsked(header, begin)).toBe(seconds)
})

test.each([
  [429, 120],
  [503, 120],
  // Of others the header says something else, or nothing.
  [500, 0],
  [302, 0],
])('a reply of %i with Retry-After asks for %i seconds', (code, seconds) => {
  expect(secondsAskedBy({ kind: 'replied', code, cut: '', retryAfter: '120' }, begin)).toBe(seconds)
})

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [199, 'failed'],
  // A redirect could lead anywhere.
  [302, 'failed'],
  [400, 'failed'],
  [410, 'gone'],
  [500, 'failed'],
] as const)('a reply of %i means %s', (code, meaning) => {
  expect(meaningOf({ kind: 'replied', code, cut: '' })).toBe(meaning)
})

test('no reply means that it was not taken', () => {
  expect(meaningOf({ kind: 'failed', failure: 'timeout' })).toBe('failed')
})

test.each([
  ['never took anything', null, true],
  ['took something before the first try', '2026-11-19T00:00:00Z', true],
  ['took something else meanwhile', '2026-11-21T00:00:00Z', false],
])('an endpoint that %s', (_, delivered, dead) => {
  const triedSince = new Date('2026-11-20T00:00:00Z')
  expect(isDead({ triedSince, lastDeliveredAt: delivered ? new Date(delivered) : null })).toBe(dead)
})

test.each([
  ['https://erp.example.com/webhooks?tenant=3', undefined],
  ['https://erp.example.com:8443/', undefined],
  ['http://erp.example.com/', 'url_insecure'],
  ['ftp://erp.example.com/', 'url_wrong'],
  // Whoever reads the list would read them.
  ['https://user:password@erp.example.com/', 'url_wrong'],
  ['https://erp.example.com/#part', 'url_wrong'],
  ['erp.example.com', 'url_wrong'],
])('the address %s: %s', (url, problem) => {
  expect(urlProblem(url, { allowsPrivate: false })).toBe(problem)
})

test('without TLS only where private addresses are allowed', () => {
  expect(urlProblem('http://127.0.0.1:9000/', { allowsPrivate: true })).toBeUndefined()
})
