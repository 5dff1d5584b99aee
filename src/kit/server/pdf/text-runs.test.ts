import { describe, expect, test } from 'vitest'
import { isDrawable } from './fonts.ts'
import { splitIntoRuns, toSupportedGlyphs } from './text-runs.ts'

describe('the drawable form of a text', () => {
  test.each([
    ['1\u202f234,56\u00a0€', '1\u00a0234,56\u00a0€', 'a narrow space becomes one that does not break either'],
    ['col·laboraŀ', 'col·laboraŀ', 'an old Catalan letter'],
    ['Łukasz Dvořák, Şahin', 'Łukasz Dvořák, Şahin', 'other Latin alphabets'],
    ['40 m², ½ kW', '40 m², ½ kW', 'raised figures and fractions'],
    ['Нина', 'Нина', 'other scripts'],
    ['e\u0301', 'é', 'an accent that travels apart joins its letter'],
    ['𝐀lma', 'Alma', 'a letter for formulas is written plainly'],
    ['Ana 😀', 'Ana ?', 'what no font has is a question mark, as an empty box would tell less'],
  ])('%s becomes %s: %s', (text, expected) => {
    expect(toSupportedGlyphs(text)).toBe(expected)
  })

  test('has a font for every character', () => {
    for (let codePoint = 0x20; codePoint < 0x2300; codePoint++) {
      for (const { text, fallback } of splitIntoRuns(String.fromCodePoint(codePoint), 'semibold'))
        expect(fallback !== undefined || isDrawable(text), `U+${codePoint.toString(16)}`).toBe(true)
    }
  })
})

describe('the runs of a line', () => {
  test.each([
    ['Ana García', ['Ana García']],
    ['Ana Нина', ['Ana ', 'Нина noto-sans-cyrillic']],
    ['王 y Ana', ['王 noto-sans-sc', ' y Ana']],
    ['김민', ['김민 nanum-gothic']],
    // In visual order from left to right: the second word of right-to-left text comes first.
    ['a אבי כהן b', ['a ', 'כהן noto-sans-hebrew', ' ', 'אבי noto-sans-hebrew', ' b']],
    ['אבי (בן)', ['(', 'בן noto-sans-hebrew', ')', ' ', 'אבי noto-sans-hebrew']],
    ['كهرباء 12 kW', ['12', ' ', 'كهرباء noto-sans-arabic', ' kW']],
  ])('%s', (line, expected) => {
    const shown = splitIntoRuns(line, 'regular').map(({ text, fallback }) =>
      fallback ? `${text} ${fallback.name}` : text,
    )
    // The large typefaces come in numbered subsets.
    expect(shown.map((run) => run.replace(/(-(hebrew|arabic|\d+))?-400$/, ''))).toEqual(expected)
  })

  test('use the weight of the text, or the nearest available one', () => {
    const fontOf = (text: string) => splitIntoRuns(text, 'semibold')[0]?.fallback?.name
    expect(fontOf('Нина')).toBe('noto-sans-cyrillic-600')
    expect(fontOf('김')).toMatch(/^nanum-gothic-\d+-700$/)
  })
})
