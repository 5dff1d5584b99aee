import { expect, test } from 'vitest'
import {
  classifyOutcome,
  findNextTryAt,
  findUrlProblem,
  isEndpointDead,
  parseRetryAfter,
  retryAfterSecondsOf,
  webhookRetryPauseSeconds,
} from './rules.ts'

const day = 86_400

test('retries for nearly three days with growing pauses', () => {
  const pauses = Array.from({ length: 9 }, (_, tries) => webhookRetryPauseSeconds(tries + 1, 0)!)
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeGreaterThan(2.9 * day)
  expect(total).toBeLessThan(3 * day)
  expect(webhookRetryPauseSeconds(10, 0)).toBeUndefined()
})

test('jitter shortens a pause by at most a fifth', () => {
  expect(webhookRetryPauseSeconds(3, 0)).toBe(1_800)
  expect(webhookRetryPauseSeconds(3, 0.5)).toBe(1_620)
  expect(webhookRetryPauseSeconds(3, 1)).toBe(1_440)
})

const begin = new Date('2026-11-20T00:00:00Z')
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)

test.each([
  [
    'after the usual pause where the endpoint asks for less',
    { tries: 3, now: day, retryAfterSeconds: 60 },
    day + 1_800,
  ],
  ['as late as the endpoint requests', { tries: 1, now: day, retryAfterSeconds: 600 }, day + 600],
  ['no later than three days after the first try', { tries: 2, now: day, retryAfterSeconds: 30 * day }, 3 * day],
  [
    'at that limit also where the pause alone would exceed it',
    { tries: 9, now: 2.5 * day, retryAfterSeconds: 0 },
    3 * day,
  ],
  ['no more once the three days are over', { tries: 2, now: 3 * day, retryAfterSeconds: 60 }, undefined],
  ['no more after the tenth try', { tries: 10, now: day, retryAfterSeconds: 60 }, undefined],
])('is retried %s', (_, { now, ...tried }, next) => {
  const at = findNextTryAt({ ...tried, triedSince: begin, now: after(now), chance: 0 })
  expect(at).toEqual(next === undefined ? undefined : after(next))
})

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 00:02:00 GMT', 120],
  // The two obsolete date formats must still be parsed.
  ['Friday, 20-Nov-26 00:02:00 GMT', 120],
  ['Fri Nov 20 00:02:00 2026', 120],
  ['Thu, 19 Nov 2026 00:00:00 GMT', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['2026-11-20T00:02:00Z', 0],
  [undefined, 0],
])('Retry-After: %s is parsed as %i seconds', (header, seconds) => {
  expect(parseRetryAfter(header, begin)).toBe(seconds)
})

test.each([
  [429, 120],
  [503, 120],
  // For other codes the header has a different meaning, or none.
  [500, 0],
  [302, 0],
])('a reply of %i with Retry-After delays by %i seconds', (code, seconds) => {
  expect(retryAfterSecondsOf({ kind: 'replied', code, cut: '', retryAfter: '120' }, begin)).toBe(seconds)
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
] as const)('a reply of %i counts as %s', (code, meaning) => {
  expect(classifyOutcome({ kind: 'replied', code, cut: '' })).toBe(meaning)
})

test('no reply counts as failed', () => {
  expect(classifyOutcome({ kind: 'failed', failure: 'timeout' })).toBe('failed')
})

test.each([
  ['never accepted anything', null, true],
  ['last accepted something before the first try', '2026-11-19T00:00:00Z', true],
  ['accepted something else meanwhile', '2026-11-21T00:00:00Z', false],
])('checks whether an endpoint that %s is dead', (_, delivered, dead) => {
  const triedSince = new Date('2026-11-20T00:00:00Z')
  expect(isEndpointDead({ triedSince, lastDeliveredAt: delivered ? new Date(delivered) : null })).toBe(dead)
})

test.each([
  ['https://erp.example.com/webhooks?tenant=3', undefined],
  ['https://erp.example.com:8443/', undefined],
  ['http://erp.example.com/', 'url_insecure'],
  ['ftp://erp.example.com/', 'url_wrong'],
  // They would be visible in the list.
  ['https://user:password@erp.example.com/', 'url_wrong'],
  ['https://erp.example.com/#part', 'url_wrong'],
  ['erp.example.com', 'url_wrong'],
])('checks the URL %s: %s', (url, problem) => {
  expect(findUrlProblem(url, { allowsPrivate: false })).toBe(problem)
})

test('allows http only where private addresses are allowed', () => {
  expect(findUrlProblem('http://127.0.0.1:9000/', { allowsPrivate: true })).toBeUndefined()
})
