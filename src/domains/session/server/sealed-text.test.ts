import { expect, test } from 'vitest'
import { seal, unseal } from './sealed-text.ts'

const key = Buffer.alloc(32, 1)

test('what was sealed is read with the same key', () => {
  expect(unseal(seal('señal ⚡', key), key)).toBe('señal ⚡')
  expect(unseal(seal('', key), key)).toBe('')
})

test('the same text never looks the same', () => {
  expect(seal('text', key)).not.toBe(seal('text', key))
})

test('another key, an altered text and no sealed text at all say nothing', () => {
  const sealed = seal('text', key)
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect([unseal(sealed, Buffer.alloc(32, 2)), unseal(altered, key), unseal('none', key)]).toEqual([null, null, null])
})
