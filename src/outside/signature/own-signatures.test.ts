import { expect, test } from 'vitest'
import { ownSignatures } from './own-signatures.ts'

/** Keys of which the first makes new codes. */
function ringOf(...first: [number, ...number[]]) {
  const keys = first.map((byte) => Buffer.alloc(32, byte))
  return { current: () => keys[0]!, all: () => keys }
}

const provider = ownSignatures({
  name: () => 'Demo Energia',
  keys: ringOf(7),
  seal: async (pdf) => pdf,
})
const to = { channel: 'email', to: 'anna@example.test' } as const

test('a code has six digits, and only it is right for its signature', async () => {
  const { proof, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const code = codeToDeliver!
  expect(code).toMatch(/^\d{6}$/)
  expect(await provider.isRightCode({ signatureId: 'first', proof, code })).toBe(true)
  expect(await provider.isRightCode({ signatureId: 'second', proof, code })).toBe(false)
  const other = code === '000000' ? '000001' : '000000'
  expect(await provider.isRightCode({ signatureId: 'first', proof, code: other })).toBe(false)
  expect(await provider.isRightCode({ signatureId: 'first', proof: 'x', code })).toBe(false)
})

test('the proof of a code is known only to whoever has the key', async () => {
  const { proof, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const stranger = ownSignatures({ name: () => '', keys: ringOf(8), seal: async (pdf) => pdf })
  expect(await stranger.isRightCode({ signatureId: 'first', proof, code: codeToDeliver! })).toBe(false)
  expect(proof).not.toContain(codeToDeliver)
})

test('a code that was issued before its key was exchanged is still right', async () => {
  const { proof, codeToDeliver } = await provider.issueCode({ signatureId: 'first', ...to })
  const after = ownSignatures({ name: () => '', keys: ringOf(8, 7), seal: async (pdf) => pdf })
  expect(await after.isRightCode({ signatureId: 'first', proof, code: codeToDeliver! })).toBe(true)
})
