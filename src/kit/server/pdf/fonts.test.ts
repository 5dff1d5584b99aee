import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { loadFont } from './fonts.ts'

const file = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf',
)

/** What a document embeds of the font: the shapes of a text, and those that they are put together from. */
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
])('after a document with %s the next one can still be copied and read aloud where it has %s', (whole, part) => {
  const font = loadFont(readFileSync(file))
  embed(font, whole)
  expect(font.layout(part).glyphs[0]?.codePoints).toEqual([part.codePointAt(0)])
})
