import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { covers, loadFont, renameFont, type Weight } from './fonts.ts'

const require = createRequire(import.meta.url)

/** A font for characters that Instrument Sans lacks, under a unique name. */
export type FallbackFont = { name: string; font: Font }

const weights: Readonly<Record<Weight, number>> = { regular: 400, medium: 500, semibold: 600 }

/**
 * The first typeface that has a character draws it. The list covers the scripts in which names are written today.
 * Japanese uses the Chinese typeface, which also has its syllables.
 */
const typefaces = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-bengali',
  'noto-sans-gurmukhi',
  'noto-sans-gujarati',
  'noto-sans-oriya',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-thai',
  'noto-sans-lao',
  'noto-sans-khmer',
  'noto-sans-myanmar',
  'noto-sans-ethiopic',
  'noto-sans-tifinagh',
  'noto-sans-thaana',
  'noto-sans-sc',
  'nanum-gothic',
]

/** Returns the font that has all characters of a grapheme; undefined where none has. */
export function fallbackFontFor(letter: string, weight: Weight): FallbackFont | undefined {
  return filesFor(letter.codePointAt(0)!)
    .map(({ typeface, part }) => openFont(typeface.name, part, nearest(typeface.weights, weights[weight])))
    .find(({ font }) => covers(font, letter))
}

type TypefaceFile = { typeface: Typeface; part: string }

const filesByCodePoint = new Map<number, TypefaceFile[]>()

/** Returns the font files for a code point. Cached because the typefaces have hundreds of files. */
function filesFor(codePoint: number): TypefaceFile[] {
  const files = filesByCodePoint.get(codePoint) ?? listFilesFor(codePoint)
  filesByCodePoint.set(codePoint, files)
  return files
}

function listFilesFor(codePoint: number): TypefaceFile[] {
  return typefaces
    .map(findTypeface)
    .flatMap((typeface) =>
      typeface.parts
        .filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
        .map(({ name }) => ({ typeface, part: name })),
    )
}

/**
 * A typeface split into files by subset of characters and weight. Each subset lists the first and last code point of
 * its ranges.
 */
type Typeface = {
  name: string
  weights: readonly number[]
  parts: readonly { name: string; ranges: readonly (readonly [number, number])[] }[]
}

const typefaceCache = new Map<string, Typeface>()

function findTypeface(name: string): Typeface {
  const typeface = typefaceCache.get(name) ?? readTypeface(name)
  typefaceCache.set(name, typeface)
  return typeface
}

function readTypeface(name: string): Typeface {
  const metadata = require(`@fontsource/${name}/metadata.json`) as { weights: number[] }
  const ranges = require(`@fontsource/${name}/unicode.json`) as Record<string, string>
  return {
    name,
    weights: metadata.weights,
    parts: Object.entries(ranges).map(([part, listed]) => ({
      // The numbered subsets of the large typefaces are listed in brackets, which the file names omit.
      name: part.replace(/[[\]]/g, ''),
      ranges: listed.split(',').map(rangeOf),
    })),
  }
}

function nearest(numbers: readonly number[], target: number): number {
  return numbers.reduce((best, number) => (Math.abs(number - target) < Math.abs(best - target) ? number : best))
}

/** Returns the ends of a range in CSS notation, `U+0400-045F` or `U+0301`. */
function rangeOf(range: string): [number, number] {
  const [first, last] = range
    .slice('U+'.length)
    .split('-')
    .map((digits) => Number.parseInt(digits, 16))
  return [first!, last ?? first!]
}

const openedFonts = new Map<string, FallbackFont>()

/** Opens the WOFF file, because the parser cannot subset WOFF2. */
function openFont(typeface: string, part: string, weight: number): FallbackFont {
  const name = `${typeface}-${part}-${weight}`
  const fallback = openedFonts.get(name) ?? {
    name,
    font: withTolerantLayout(loadFont(readFileSync(fileOf(typeface, name))), name),
  }
  openedFonts.set(name, fallback)
  return fallback
}

function fileOf(typeface: string, name: string): string {
  return require.resolve(`@fontsource/${typeface}/files/${name}-normal.woff`)
}

/**
 * Returns the font under a unique name, because the files of a typeface share theirs. Where a font omits an anchor for
 * placing a mark, as fonts may, the parser throws (foliojs/fontkit#367); the marks are then left where they are.
 */
function withTolerantLayout(font: Font, name: string): Font {
  const layout = (text: string) => {
    try {
      return font.layout(text)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return font.layout(text, { mark: false, mkmk: false, abvm: false, blwm: false })
    }
  }
  return Object.create(renameFont(font, name), { layout: { value: layout } })
}
