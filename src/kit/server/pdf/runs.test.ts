import { describe, expect, test } from 'vitest'
import { isDrawable } from './fonts.ts'
import { legible, runsOf } from './runs.ts'

describe('what can be drawn of a text', () => {
  test.each([
    ['1\u202f234,56\u00a0€', '1\u00a0234,56\u00a0€', 'a narrow space becomes one that does not break either'],
    ['col·laboraŀ', 'col·laboraŀ', 'an old Catalan letter'],
    ['Łukasz Dvořák, Şahin', 'Łukasz Dvořák, Şahin', 'other Latin alphabets'],
    ['40 m², ½ kW', '40 m², ½ kW', 'raised figures and fractions'],
    ['Нина', 'Нина', 'other scripts'],
    ['e\u0301', 'é', 'an accent that travels apart joins its letter'],
    ['𝐀lma', 'Alma', 'a letter for formulas is written plainly'],
    ['Ana 😀', 'Ana ?', 'what no font has is a question mark, as an empty box would tell less'],
  ])('%s is written %s: %s', (text, expected) => {
    expect(legible(text)).toBe(expected)
  })

  test('is drawn by a font that has it', () => {
    for (let codePoint = 0x20; codePoint < 0x2300; codePoint++) {
      for (const { text, fallback } of runsOf(String.fromCodePoint(codePoint), 'semibold'))
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
    // From left to right, as they are drawn: the second word of what is read from the right comes first.
    ['a אבי כהן b', ['a ', 'כהן noto-sans-hebrew', ' ', 'אבי noto-sans-hebrew', ' b']],
    ['אבי (בן)', ['(', 'בן noto-sans-hebrew', ')', ' ', 'אבי noto-sans-hebrew']],
    ['كهرباء 12 kW', ['12', ' ', 'كهرباء noto-sans-arabic', ' kW']],
  ])('%s', (line, expected) => {
    const shown = runsOf(line, 'regular').map(({ text, fallback }) => (fallback ? `${text} ${fallback.name}` : text))
    // The typefaces of many letters come in numbered parts.
    expect(shown.map((run) => run.replace(/(-(hebrew|arabic|\d+))?-400$/, ''))).toEqual(expected)
  })

  test('are drawn in the weight of the text, or the nearest that there is', () => {
    const fontOf = (text: string) => runsOf(text, 'semibold')[0]?.fallback?.name
    expect(fontOf('Нина')).toBe('noto-sans-cyrillic-600')
    expect(fontOf('김')).toMatch(/^nanum-gothic-\d+-700$/)
  })
})
