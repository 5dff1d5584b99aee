import { expect, test } from 'vitest'
import { createOwnSignatureProvider } from './own-signature-provider.ts'

/** Keys, the first of which is used for new codes. */
function ringOf(...first: [number, ...number[]]) {
  const keys = first.map((byte) => Buffer.alloc(32, byte))
  return { current: () => keys[0]!, all: () => keys }
}

const provider = createOwnSignatureProvider({
  name: () => 'Demo Energia',
  keys: ringOf(7),
  seal: async (pdf) => pdf,
})
const to = { channel: 'email', to: 'anna@example.test' } as const

test('issues a code of six digits that is valid for its signature only', async () => {
  const { codeHash, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const code = codeToDeliver!
  expect(code).toMatch(/^\d{6}$/)
  expect(await provider.isRightCode({ signatureId: 'first', codeHash: codeHash, code })).toBe(true)
  expect(await provider.isRightCode({ signatureId: 'second', codeHash: codeHash, code })).toBe(false)
  const other = code === '000000' ? '000001' : '000000'
  expect(await provider.isRightCode({ signatureId: 'first', codeHash: codeHash, code: other })).toBe(false)
  expect(await provider.isRightCode({ signatureId: 'first', codeHash: 'x', code })).toBe(false)
})

test('verifies a code only with the key of its hash, which does not contain the code', async () => {
  const { codeHash, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const stranger = createOwnSignatureProvider({ name: () => '', keys: ringOf(8), seal: async (pdf) => pdf })
  expect(await stranger.isRightCode({ signatureId: 'first', codeHash: codeHash, code: codeToDeliver! })).toBe(false)
  expect(codeHash).not.toContain(codeToDeliver)
})

test('accepts a code that was issued before its key was rotated', async () => {
  const { codeHash, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const after = createOwnSignatureProvider({ name: () => '', keys: ringOf(8, 7), seal: async (pdf) => pdf })
  expect(await after.isRightCode({ signatureId: 'first', codeHash: codeHash, code: codeToDeliver! })).toBe(true)
})
