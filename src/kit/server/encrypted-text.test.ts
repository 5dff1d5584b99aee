import { describe, expect, test } from 'vitest'
import { decryptText, encryptText, keyIdOf } from './encrypted-text.ts'
import { keyRing } from './key-ring.ts'

const keyOf = (id: string) => ({ id, value: Buffer.alloc(32, Number(id) + 1) })
const first = keyRing([keyOf('0')])
const second = keyRing([keyOf('1')])
const both = keyRing([keyOf('0'), keyOf('1')])

test('decrypts a text with the key that encrypted it', () => {
  expect(decryptText(encryptText('señal ⚡', both), both)).toBe('señal ⚡')
  expect(decryptText(encryptText('', both), both)).toBe('')
})

test('encrypts the same text differently each time', () => {
  expect(encryptText('text', both)).not.toBe(encryptText('text', both))
})

test('prefixes a text with the id of its key, except for the first key, so that earlier programs can read it', () => {
  expect(keyIdOf(encryptText('text', both))).toBe('1')
  expect(encryptText('text', both)).toMatch(/^1\.[\w-]+$/)
  expect(encryptText('text', first)).toMatch(/^[\w-]+$/)
  expect(keyIdOf(encryptText('text', first))).toBe('0')
})

describe('a server decrypts', () => {
  test.each([
    ['its own text after the key change', encryptText('text', second), both, 'text'],
    ['a text from before keys had ids', encryptText('text', first), both, 'text'],
    ['a text of a newer server, whose key is not used here yet', encryptText('text', second), ringUsing('0'), 'text'],
    ['nothing of a key that it does not have', encryptText('text', second), first, null],
    ['nothing of a removed key', encryptText('text', first), second, null],
    [
      'nothing of another key with the same id',
      encryptText('text', second),
      keyRing([{ ...keyOf('0'), id: '1' }]),
      null,
    ],
    ['nothing whose id was changed', encryptText('text', second).replace('1.', '0.'), both, null],
    ['nothing whose id was taken away', encryptText('text', second).slice(2), both, null],
    ['nothing whose id was invented', `1.${encryptText('text', first)}`, both, null],
    ['nothing with an invalid id', `__proto__.${encryptText('text', first)}`, both, null],
    ['nothing that was altered', altered(encryptText('text', second)), both, null],
    ['nothing that is not an encrypted text', 'none', both, null],
    ['nothing from an empty text', '', both, null],
    ['nothing from an id alone', '1.', both, null],
  ])('%s', (_, sealed, ring, text) => {
    expect(decryptText(sealed, ring)).toBe(text)
  })

  // The same bytes under another id, as set by an attacker who can write to the table of keys: the id is authenticated
  // too.
  test('authenticates the key id along with the text', () => {
    const renamed = keyRing([{ ...keyOf('1'), id: '2' }])
    expect(decryptText(encryptText('text', second).replace('1.', '2.'), renamed)).toBeNull()
  })
})

function ringUsing(id: string) {
  return { ...both, current: () => both.find(id)! }
}

function altered(sealed: string) {
  return `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
}
