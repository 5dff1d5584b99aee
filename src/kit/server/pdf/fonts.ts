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

/** Whether the document's own font draws every character, so that nothing is to be looked for elsewhere. */
export function isDrawable(text: string): boolean {
  return ordinary.test(text) || covers(fonts().regular, text)
}

/** Whether the font has every character of the text apart from those that nobody sees. */
export function covers(font: Font, text: string): boolean {
  return Array.from(text).every(
    (character) => character === '\n' || isInvisible(character) || font.hasGlyphForCodePoint(character.codePointAt(0)!),
  )
}

// Of what is written most, all that the font has; among the signs from ¡ to ¿ it lacks some.
const ordinary = /^[\n\u0020-\u007e\u00a0\u00c0-\u00ff·ºª€–—−]*$/

/** Whether the character only tells how others are drawn: joiners, direction marks, variation selectors. */
export function isInvisible(character: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character)
}

/**
 * The font under another name with its figures always of one width. pdfkit could ask for them text by text, but then it
 * lays out every text anew each time it is measured or drawn, which takes most of the time of a long table.
 */
function withTabularFigures(font: Font): Font {
  const renamedFont = renamed(font, `${font.postscriptName}-Tabular`)
  return Object.create(renamedFont, { layout: { value: (text: string) => font.layout(text, ['tnum']) } })
}

/** The font under another name, by which pdfkit tells fonts apart. */
export function renamed(font: Font, name: string): Font {
  return Object.create(font, { postscriptName: { value: name } })
}

/** A font parsed from its file. */
export function loadFont(file: Buffer): Font {
  // Required here because the parser takes memory that only a server that draws documents should give.
  const { create } = require('fontkit') as typeof import('fontkit')
  return withCodePoints(create(file) as Font)
}

/**
 * The font, whose glyphs know their characters whoever asks for them first. fontkit remembers each glyph as it was first
 * asked for, and one that is only a part of another (the e of é, the dots of a colon) without any: in all later documents
 * that character could be neither copied nor read aloud.
 */
function withCodePoints(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  const known = new Set<number>()
  font.getGlyph = (glyphId, codePoints = []) => {
    if (known.has(glyphId)) return getGlyph(glyphId)
    known.add(glyphId)
    return getGlyph(glyphId, codePoints.length > 0 ? codePoints : codePointsOf(font, glyphId))
  }
  return font
}

function codePointsOf(font: Font, glyphId: number): number[] {
  const [first] = font.stringsForGlyph(glyphId)
  return Array.from(first ?? '', (character) => character.codePointAt(0)!)
}

function load(path: string): Font {
  return loadFont(readFileSync(path))
}
