import { expect, test } from 'vitest'
import { ownSignatures } from './own-signatures.ts'

const provider = ownSignatures({
  name: () => 'Demo Energia',
  key: async () => Buffer.alloc(32, 7),
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
  const stranger = ownSignatures({ name: () => '', key: async () => Buffer.alloc(32, 8), seal: async (pdf) => pdf })
  expect(await stranger.isRightCode({ signatureId: 'first', proof, code: codeToDeliver! })).toBe(false)
  expect(proof).not.toContain(codeToDeliver)
})
