import { describe, expect, test } from 'vitest'
import { keyRing } from './keys/key-ring.ts'
import { keyIdOf, seal, unseal } from './sealed-text.ts'

const keyOf = (id: string) => ({ id, value: Buffer.alloc(32, Number(id) + 1) })
const first = keyRing([keyOf('0')])
const second = keyRing([keyOf('1')])
const both = keyRing([keyOf('0'), keyOf('1')])

test('what was sealed is read with the same key', () => {
  expect(unseal(seal('señal ⚡', both), both)).toBe('señal ⚡')
  expect(unseal(seal('', both), both)).toBe('')
})

test('the same text never looks the same', () => {
  expect(seal('text', both)).not.toBe(seal('text', both))
})

test('a text carries the id of its key, but for those of the first, which earlier programs read', () => {
  expect(keyIdOf(seal('text', both))).toBe('1')
  expect(seal('text', both)).toMatch(/^1\.[\w-]+$/)
  expect(seal('text', first)).toMatch(/^[\w-]+$/)
  expect(keyIdOf(seal('text', first))).toBe('0')
})

describe('what a server opens', () => {
  test.each([
    ['its own, after the exchange', seal('text', second), both, 'text'],
    ['what was sealed before keys had ids', seal('text', first), both, 'text'],
    ['what a newer server sealed, whose key is not used here yet', seal('text', second), ringUsing('0'), 'text'],
    ['nothing of a key that it does not have', seal('text', second), first, null],
    ['nothing of a key that is gone', seal('text', first), second, null],
    ['nothing of another key with the same id', seal('text', second), keyRing([{ ...keyOf('0'), id: '1' }]), null],
    ['nothing whose id was changed', seal('text', second).replace('1.', '0.'), both, null],
    ['nothing whose id was taken away', seal('text', second).slice(2), both, null],
    ['nothing whose id was made up', `1.${seal('text', first)}`, both, null],
    ['nothing whose id is no id', `__proto__.${seal('text', first)}`, both, null],
    ['nothing that was altered', altered(seal('text', second)), both, null],
    ['nothing that is no sealed text', 'none', both, null],
    ['nothing at all', '', both, null],
    ['no id alone', '1.', both, null],
  ])('%s', (_, sealed, ring, text) => {
    expect(unseal(sealed, ring)).toBe(text)
  })

  // The same bytes under another name, as by whoever can write to the table of keys: the id is sealed along.
  test('an id is sealed along with its text', () => {
    const renamed = keyRing([{ ...keyOf('1'), id: '2' }])
    expect(unseal(seal('text', second).replace('1.', '2.'), renamed)).toBeNull()
  })
})

function ringUsing(id: string) {
  return { ...both, current: () => both.find(id)! }
}

function altered(sealed: string) {
  return `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
}
