import { expect, test } from 'vitest'
import { cadastralProblem, isOtherReference } from './cadastral-rules.ts'

test.each<[typed: string, problem: string | null, reason: string]>([
  ['9872023VH5797S0001WX', null, 'a whole reference'],
  ['9872023 vh5797s 0001 wx', null, 'in small letters and groups'],
  ['9872023VH5797S', null, 'the plot alone'],
  ['1', null, 'one character, as the retailer takes it'],
  ['', 'required', 'nothing'],
  ['   ', 'required', 'nothing but white space'],
  ['9872023VH5797S0001WXY', 'ref_catastral_dialog_error_length', 'a character too many'],
  ['9872023-VH5797S', 'ref_catastral_dialog_error_no_alpha', 'a sign in it'],
])('reports for %j the problem %s: %s', (typed, problem) => {
  expect(cadastralProblem(typed)).toBe(problem)
})

test.each<[typed: string, present: string | null, isOther: boolean, reason: string]>([
  ['9872023VH5797S', null, true, 'there was none'],
  ['9872023vh 5797s', '9872023VH5797S', false, 'the same in small letters'],
  ['9872023VH5797T', '9872023VH5797S', true, 'another'],
  [' ', '9872023VH5797S', false, 'nothing'],
])('treats %j replacing %s as another reference: %s, %s', (typed, present, isOther) => {
  expect(isOtherReference(typed, present)).toBe(isOther)
})
