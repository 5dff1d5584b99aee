import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyRing } from '#domains/session/server/keys/key-ring.ts'
import { linkPurposes } from '../rules.ts'
import { afterLink, linkIn, openedLink, sealedLink } from './mailed-link.ts'

const keys = aRing()
const secret = 'kX3-secret'

describe.each(linkPurposes)('a link of an %s', (purpose) => {
  test('waits in the outbox without its secret, and is mailed with it', () => {
    const kept = sealedLink(purpose, secret, keys)
    expect(kept).not.toContain(secret)
    const mailed = openedLink(kept, keys)
    expect(linkIn(new URL(`https://portal.example${mailed}`).searchParams)).toEqual({ purpose, secret })
  })

  test('that was altered, or sealed with another key, is mailed without a secret', () => {
    const kept = sealedLink(purpose, secret, aRing())
    expect(openedLink(kept, keys)).toBe(kept)
    expect(openedLink(`${kept}x`, keys)).toBe(`${kept}x`)
  })

  test('leads on to its own page', () => {
    const page = sealedLink(purpose, secret, keys).split('?')[0]
    expect(afterLink(purpose, { isOpen: true, goOn: null })).toBe(`${page}?step=password`)
    expect(afterLink(purpose, { isOpen: false, goOn: null })).toBe(`${page}?failed=link_over`)
  })
})

test.each(['/invoices', '/requests/7', '/login?sealed=x', '/'])(
  'the link %s of another mail stays as it is',
  (link) => {
    expect(openedLink(link, keys)).toBe(link)
  },
)

test('an address without a link brings none', () => {
  expect(linkIn(new URLSearchParams('step=password&token=x'))).toBeUndefined()
})

function aRing() {
  return keyRing([{ id: '1', value: randomBytes(32) }])
}
