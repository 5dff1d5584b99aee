import { expect, test } from 'vitest'
import type { Problem } from '#kit/boot.ts'
import { locales } from '#vocabulary/locale.ts'
import { errorPageContents } from './error-page-content.ts'
import { problemKindOf } from './problem-kinds.ts'

const kinds: [reason: string, status: Problem['status'], code: string, kind: string][] = [
  ['an invalid token', 401, 'token_invalid', 'access'],
  ['a forbidden request', 403, 'cross_site', 'access'],
  ['a missing page', 404, 'not_found', 'notFound'],
  ['a server failure', 500, 'unexpected', 'crash'],
  ['settings that neither load nor have defaults', 500, 'settings_unavailable', 'settings'],
  ['maintenance', 503, 'maintenance', 'maintenance'],
  ['overload', 503, 'unavailable', 'busy'],
  ['an unrequested reply from an identity provider', 504, 'nonce_missing', 'nonce'],
  ['an unknown client', 505, 'client_id_error', 'client'],
]
test.each(kinds)('%s (%i %s) is classified as %s', (_, status, code, kind) => {
  expect(problemKindOf({ status, code })).toBe(kind)
})

test('every kind has texts in every language, with its action', async () => {
  for (const locale of locales) {
    const { problems } = (await import(`./texts/${locale}.json`)).default
    for (const [kind, { action }] of Object.entries(errorPageContents)) {
      expect(problems[kind], `${kind} in ${locale}`).toMatchObject({
        title: expect.any(String),
        text: expect.any(String),
      })
      if (action) expect(problems.ways[action], `${action} in ${locale}`).toEqual(expect.any(String))
    }
  }
})
