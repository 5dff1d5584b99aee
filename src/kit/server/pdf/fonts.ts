import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, GlyphRun } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { figureCharacters, nameCharacters, withFirstGlyphs } from './embedded-fonts.ts'

const require = createRequire(import.meta.url)

export type Weight = 'regular' | 'medium' | 'semibold'

/** A weight with proportional figures for sentences, or with figures of equal width for columns. */
export type FontName = Weight | `${Weight} tabular`

let loadedFonts: Readonly<Record<FontName, Font>> | undefined

/**
 * Returns Instrument Sans as complete static TrueType files, parsed with the first document and shared by all. pdfkit
 * cannot embed the variable woff2 files that browsers get, and the static ones of the same package are split by subset.
 */
export function getFonts(): Readonly<Record<FontName, Font>> {
  loadedFonts ??= loadFonts()
  return loadedFonts
}

function loadFonts(): Record<FontName, Font> {
  const regular = loadFontFile(
    require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
  )
  const medium = loadFontFile(
    require.resolve('@expo-google-fonts/instrument-sans/500Medium/InstrumentSans_500Medium.ttf'),
  )
  const semibold = loadFontFile(
    require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
  )
  const withFigures = (font: Font) => withFirstGlyphs(font, figureCharacters)
  return {
    regular: withFigures(regular),
    medium: withFigures(medium),
    semibold: withFigures(semibold),
    'regular tabular': withFigures(withTabularFigures(regular)),
    // The values of facts: names and addresses besides amounts and days.
    'medium tabular': withFirstGlyphs(withTabularFigures(medium), nameCharacters),
    'semibold tabular': withFigures(withTabularFigures(semibold)),
  }
}

/** Checks whether the document's own font has every character, so that no fallback is needed. */
export function isDrawable(text: string): boolean {
  return commonCharacters.test(text) || covers(getFonts().regular, text)
}

/** Checks whether the font has every visible character of the text. */
export function covers(font: Font, text: string): boolean {
  return Array.from(text).every(
    (character) => character === '\n' || isInvisible(character) || font.hasGlyphForCodePoint(character.codePointAt(0)!),
  )
}

// The common characters that the font has; it lacks some of those from ¡ to ¿.
const commonCharacters = /^[\n\u0020-\u007e\u00a0\u00c0-\u00ff·ºª€–—−]*$/

/** Checks whether the character only affects how others are drawn: joiners, direction marks, variation selectors. */
export function isInvisible(character: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character)
}

/**
 * Returns the font under another name, with figures of equal width. pdfkit could request them per text, but would then
 * lay out every text again each time it is measured or drawn, which takes most of the time of a long table.
 */
function withTabularFigures(font: Font): Font {
  const renamedFont = renameFont(font, `${font.postscriptName}-Tabular`)
  return Object.create(renamedFont, { layout: { value: rememberLayouts((text) => font.layout(text, ['tnum'])) } })
}

type Layout = (text: string) => GlyphRun

/** The words of the documents of a day in all languages, and the names of the latest ones. */
const rememberedLayouts = 2_000

/**
 * Returns a layout that remembers the words that were laid out last. pdfkit remembers them for one document, and so lays out the
 * same words again for each of a hundred thousand.
 */
export function rememberLayouts(layOut: Layout): Layout {
  const runs = new LRUCache<string, GlyphRun>({ max: rememberedLayouts })
  return (text) => {
    const run = runs.get(text) ?? layOut(text)
    runs.set(text, run)
    // pdfkit scales the positions in place.
    return Object.create(run, { positions: { value: run.positions.map((position) => ({ ...position })) } })
  }
}

/** Returns the font under another name. pdfkit distinguishes fonts by name. */
export function renameFont(font: Font, name: string): Font {
  return Object.create(font, { postscriptName: { value: name } })
}

/** Parses a font file. */
export function loadFont(file: Buffer): Font {
  // Required lazily, because only a server that draws documents should spend the parser's memory.
  const { create } = require('fontkit') as typeof import('fontkit')
  const font = withCodePoints(create(file) as Font)
  const layOut = font.layout.bind(font)
  const layOutPlain = rememberLayouts(layOut)
  font.layout = (text, features) => (features ? layOut(text, features) : layOutPlain(text))
  return font
}

/**
 * Returns a font whose glyphs know their characters regardless of who requests them first. fontkit caches each glyph as
 * it was first requested, and a glyph requested only as a component (the e of é, the dots of a colon) has no
 * characters: in all later documents that character could be neither copied nor read aloud.
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

function loadFontFile(path: string): Font {
  return loadFont(readFileSync(path))
}
