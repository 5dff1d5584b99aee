import { expect, test } from 'vitest'
import type { Problem } from '#kit/boot.ts'
import { locales } from '#kit/locale.ts'
import { kindOf } from './problem-kinds.ts'
import { toldProblems } from './told-problems.ts'

const kinds: [reason: string, status: Problem['status'], code: string, kind: string][] = [
  ['a token that opens nothing', 401, 'token_invalid', 'access'],
  ['something not allowed', 403, 'cross_site', 'access'],
  ['nothing there', 404, 'not_found', 'notFound'],
  ['a failure of ours', 500, 'unexpected', 'crash'],
  ['settings that neither load nor have defaults', 500, 'settings_unavailable', 'settings'],
  ['the retailer at work', 503, 'maintenance', 'maintenance'],
  ['too many at once', 503, 'unavailable', 'busy'],
  ['an identity provider that nobody asked', 504, 'nonce_missing', 'nonce'],
  ['a client that is not known', 505, 'client_id_error', 'client'],
]
test.each(kinds)('%s (%i %s) is told as %s', (_, status, code, kind) => {
  expect(kindOf({ status, code })).toBe(kind)
})

test('every kind is told in every language, with its way on', async () => {
  for (const locale of locales) {
    const { problems } = (await import(`./texts/${locale}.json`)).default
    for (const [kind, { way }] of Object.entries(toldProblems)) {
      expect(problems[kind], `${kind} in ${locale}`).toMatchObject({
        title: expect.any(String),
        text: expect.any(String),
      })
      if (way) expect(problems.ways[way], `${way} in ${locale}`).toEqual(expect.any(String))
    }
  }
})
