import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linkPurposes } from '#domains/session/link-purposes.ts'
import { keyRing } from '#kit/server/key-ring.ts'
import { decryptLink, encryptLink, findLinkIn, linkDestination } from './mailed-link.ts'

const keys = aRing()
const secret = 'kX3-secret'

describe.each(linkPurposes)('a link for %s', (purpose) => {
  test('is stored in the outbox without its secret and mailed with it', () => {
    const storedLink = encryptLink(purpose, secret, keys)
    expect(storedLink).not.toContain(secret)
    const mailed = decryptLink(storedLink, keys)
    expect(findLinkIn(new URL(`https://portal.example${mailed}`).searchParams)).toEqual({ purpose, secret })
  })

  test('that was altered or encrypted with another key is mailed without a secret', () => {
    const storedLink = encryptLink(purpose, secret, aRing())
    expect(decryptLink(storedLink, keys)).toBe(storedLink)
    expect(decryptLink(`${storedLink}x`, keys)).toBe(`${storedLink}x`)
  })

  test('redirects to its own page', () => {
    const page = encryptLink(purpose, secret, keys).split('?')[0]
    expect(linkDestination(purpose, { isOpen: true, redirectPath: null })).toBe(`${page}?step=password`)
    expect(linkDestination(purpose, { isOpen: false, redirectPath: null })).toBe(`${page}?failed=link_over`)
  })
})

test.each(['/invoices', '/requests/7', '/login?sealed=x', '/'])(
  'leaves the link %s of another mail unchanged',
  (link) => {
    expect(decryptLink(link, keys)).toBe(link)
  },
)

test('finds no link in a URL without one', () => {
  expect(findLinkIn(new URLSearchParams('step=password&token=x'))).toBeUndefined()
})

function aRing() {
  return keyRing([{ id: '1', value: randomBytes(32) }])
}
