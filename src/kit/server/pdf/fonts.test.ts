import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { loadFont } from './fonts.ts'

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
