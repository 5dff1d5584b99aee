import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const require = createRequire(import.meta.url)

export type Weight = 'regular' | 'medium' | 'semibold'

/** A weight with figures as they are drawn in sentences, or all of one width for columns. */
export type FontName = Weight | `${Weight} tabular`

let parsed: Readonly<Record<FontName, Font>> | undefined

/**
 * Instrument Sans as whole static TrueType files, parsed with the first document and shared by all. pdfkit cannot embed the
 * variable woff2 files that browsers get, and the static ones of the same package are cut into parts by alphabet.
 */
export function fonts(): Readonly<Record<FontName, Font>> {
  parsed ??= parse()
  return parsed
}

function parse(): Record<FontName, Font> {
  const regular = load(require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'))
  const medium = load(require.resolve('@expo-google-fonts/instrument-sans/500Medium/InstrumentSans_500Medium.ttf'))
  const semibold = load(
    require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
  )
  return {
    regular,
    medium,
    semibold,
    'regular tabular': withTabularFigures(regular),
    'medium tabular': withTabularFigures(medium),
    'semibold tabular': withTabularFigures(semibold),
  }
}

/**
 * The text in characters that the font can draw: rare spaces become no-break spaces, a rare letter its plain parts
 * (`ŀ` becomes `l·`), and what the font lacks altogether a question mark, so that no empty box is ever printed.
 */
export function legible(text: string): string {
  if (ordinary.test(text)) return text
  return Array.from(text.normalize('NFC').replace(fixedSpaces, '\u00a0'), (character) => {
    if (isDrawable(character)) return character
    return Array.from(character.normalize('NFKD').replace('\u2044', '/')).filter(isDrawable).join('') || '?'
  }).join('')
}

// Of what is written most, all that the font has; among the signs from ¡ to ¿ it lacks some.
const ordinary = /^[\n\u0020-\u007e\u00a0\u00c0-\u00ff·ºª€–—−]*$/
// French numbers are grouped with a narrow no-break space, which the font lacks.
const fixedSpaces = /[\u2007\u2009\u202f]/g

function isDrawable(character: string): boolean {
  return character === '\n' || fonts().regular.hasGlyphForCodePoint(character.codePointAt(0)!)
}

/**
 * The font under another name with its figures always of one width. pdfkit could ask for them text by text, but then it
 * lays out every text anew each time it is measured or drawn, which takes most of the time of a long table.
 */
function withTabularFigures(font: Font): Font {
  return Object.create(font, {
    postscriptName: { value: `${font.postscriptName}-Tabular` },
    layout: { value: (text: string) => font.layout(text, ['tnum']) },
  })
}

function load(path: string): Font {
  // Required here because the parser takes memory that only a server that draws documents should give.
  const { create } = require('fontkit') as typeof import('fontkit')
  return create(readFileSync(path)) as Font
}
