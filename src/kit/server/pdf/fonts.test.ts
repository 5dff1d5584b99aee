import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { loadFont, rememberLayouts } from './fonts.ts'

const file = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf',
)

/** Embeds a text as a document does: the glyphs of the text and the glyphs that they are composed of. */
function embed(font: ReturnType<typeof loadFont>, text: string) {
  const subset = font.createSubset()
  for (const glyph of font.layout(text).glyphs) subset.includeGlyph(glyph)
  subset.encode()
}

test.each([
  [':', '.'],
  ['…', '.'],
  ['ï', '¨'],
  ['é', 'e'],
])('after a document with %s, the next one with %s can still be copied and read aloud', (whole, part) => {
  const font = loadFont(readFileSync(file))
  embed(font, whole)
  expect(font.layout(part).glyphs[0]?.codePoints).toEqual([part.codePointAt(0)])
})

describe('a remembered layout', () => {
  const font = loadFont(readFileSync(file))
  const advances = (run: { positions: { xAdvance: number }[] }) => run.positions.map(({ xAdvance }) => xAdvance)

  test('is not spoilt by a document that scales its positions', () => {
    const first = advances(font.layout('precio'))
    for (const position of font.layout('precio').positions) position.xAdvance *= 0.5
    expect(advances(font.layout('precio'))).toEqual(first)
    expect(font.layout('precio').advanceWidth).toBe(first.reduce((sum, advance) => sum + advance, 0))
  })

  test('is laid out once', () => {
    const layOut = vi.fn((text: string) => font.layout(text))
    const layOutOnce = rememberLayouts(layOut)
    expect(layOutOnce('luz').glyphs).toEqual(layOutOnce('luz').glyphs)
    expect(layOut).toHaveBeenCalledOnce()
  })
})
