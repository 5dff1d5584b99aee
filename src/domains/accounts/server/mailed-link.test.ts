import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linkPurposes } from '../rules.ts'
import { afterLink, linkIn, openedLink, sealedLink } from './mailed-link.ts'

const key = randomBytes(32)
const secret = 'kX3-secret'

describe.each(linkPurposes)('a link of an %s', (purpose) => {
  test('waits in the outbox without its secret, and is mailed with it', () => {
    const kept = sealedLink(purpose, secret, key)
    expect(kept).not.toContain(secret)
    const mailed = openedLink(kept, key)
    expect(linkIn(new URL(`https://portal.example${mailed}`).searchParams)).toEqual({ purpose, secret })
  })

  test('that was altered, or sealed with another key, is mailed without a secret', () => {
    const kept = sealedLink(purpose, secret, randomBytes(32))
    expect(openedLink(kept, key)).toBe(kept)
    expect(openedLink(`${kept}x`, key)).toBe(`${kept}x`)
  })

  test('leads on to its own page', () => {
    const page = sealedLink(purpose, secret, key).split('?')[0]
    expect(afterLink(purpose, true)).toBe(`${page}?step=password`)
    expect(afterLink(purpose, false)).toBe(`${page}?failed=link_over`)
  })
})

test.each(['/invoices', '/requests/7', '/login?sealed=x', '/'])(
  'the link %s of another mail stays as it is',
  (link) => {
    expect(openedLink(link, key)).toBe(link)
  },
)

test('an address without a link brings none', () => {
  expect(linkIn(new URLSearchParams('step=password&token=x'))).toBeUndefined()
})
