import { describe, expect, test } from 'vitest'
import { parseIban } from './iban.ts'
import { maskIban, splitIban } from './iban-display.ts'

describe('an IBAN', () => {
  test.each([
    ['ES9430353760575941403157', 'ES9430353760575941403157', 'a Spanish account'],
    ['ES94 3035 3760 5759 4140 3157', 'ES9430353760575941403157', 'in groups of four'],
    ['es94-3035\u00a03760.5759 4140 3157', 'ES9430353760575941403157', 'as copied from anywhere'],
    ['DE89370400440532013000', 'DE89370400440532013000', 'a German account'],
  ])('is parsed from %j as %s: %s', (text, iban) => {
    expect(parseIban(text)).toBe(iban)
  })

  test.each([
    ['ES9121000418450200051333', 'the last digit was mistyped'],
    ['ES4821001657892632964892', 'the control digits of the account are wrong, though the outer check passes'],
    ['ES912100041845020005133', 'a digit is missing'],
    ['ES91210004184502000513AB', 'a Spanish account has no letters'],
    ['21000418450200051332', 'an account number of old, without country'],
    ['', 'nothing'],
  ])('is not parsed from %j: %s', (text) => {
    expect(parseIban(text)).toBeNull()
  })

  test('is split into groups of four, and masked', () => {
    expect(splitIban('ES9430353760575941403157')).toEqual(['ES94', '3035', '3760', '5759', '4140', '3157'])
    expect(splitIban('DE89370400440532013000')).toEqual(['DE89', '3704', '0044', '0532', '0130', '00'])
    expect(maskIban('ES9430353760575941403157')).toBe('ES94 •••• 3157')
  })
})
