import { expect, test } from 'vitest'
import { compactCadastralReference, isWholeCadastralReference } from './cadastral-reference.ts'

test.each([
  ['9872023vh5797s0001wx', '9872023VH5797S0001WX', 'in small letters'],
  [' 9872023 VH5797S 0001 WX\u00a0', '9872023VH5797S0001WX', 'in the groups in which it is printed'],
  ['9872023-VH', '9872023-VH', 'what is no white space stays, to be complained of'],
])('normalises %j to %s: %s', (text, reference) => {
  expect(compactCadastralReference(text)).toBe(reference)
})

test.each([
  ['9872023VH5797S0001WX', 'the example of the cadastre itself'],
  ['2792003TK8129S0001QU', 'of a flat in a town'],
  ['06079A002002810000JX', 'of a field: province, municipality, polygon and parcel'],
  ['15001A005004620000JR', 'of a field in Galicia'],
  ['0474001QE5307C0067GR', 'one of many flats of a building'],
])('%s is complete: %s', (reference) => {
  expect(isWholeCadastralReference(reference)).toBe(true)
})

test.each([
  ['9872023VH5797S0001XW', 'the control letters are swapped'],
  ['9872032VH5797S0001WX', 'two digits are swapped'],
  ['9872023VH5797S0002WX', 'it is the charge of another'],
  ['9872023VH5797S', 'only the plot'],
  ['9872023VH5797S0001WXA', 'a character too many'],
  ['9872023VH5797S0001W-', 'a sign in it'],
  ['', 'nothing'],
])('%s is not complete: %s', (reference) => {
  expect(isWholeCadastralReference(reference)).toBe(false)
})
