import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { covers, loadFont, renamed, type Weight } from './fonts.ts'

const require = createRequire(import.meta.url)

/** A font for letters that Instrument Sans lacks, under a name of its own. */
export type FallbackFont = { name: string; font: Font }

const weights: Readonly<Record<Weight, number>> = { regular: 400, medium: 500, semibold: 600 }

/**
 * The first of these that has a letter draws it: the scripts in which people's names are written today. Japanese is drawn with
 * the Chinese typeface, which has its syllables too.
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

/** The font that draws all of the characters, which belong together as one letter; undefined where none does. */
export function fallbackFontFor(letter: string, weight: Weight): FallbackFont | undefined {
  return filesFor(letter.codePointAt(0)!)
    .map(({ typeface, part }) => open(typeface.name, part, nearest(typeface.weights, weights[weight])))
    .find(({ font }) => covers(font, letter))
}

type FileOfTypeface = { typeface: Typeface; part: string }

const filesByCodePoint = new Map<number, FileOfTypeface[]>()

/** The files that are for a code point, remembered as the typefaces have hundreds of them. */
function filesFor(codePoint: number): FileOfTypeface[] {
  const files = filesByCodePoint.get(codePoint) ?? listFilesFor(codePoint)
  filesByCodePoint.set(codePoint, files)
  return files
}

function listFilesFor(codePoint: number): FileOfTypeface[] {
  return typefaces
    .map(typefaceCalled)
    .flatMap((typeface) =>
      typeface.parts
        .filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
        .map(({ name }) => ({ typeface, part: name })),
    )
}

/** A typeface in files by part of the alphabet and weight; a part has the first and last of each range of code points. */
type Typeface = {
  name: string
  weights: readonly number[]
  parts: readonly { name: string; ranges: readonly (readonly [number, number])[] }[]
}

const known = new Map<string, Typeface>()

function typefaceCalled(name: string): Typeface {
  const typeface = known.get(name) ?? readTypeface(name)
  known.set(name, typeface)
  return typeface
}

function readTypeface(name: string): Typeface {
  const metadata = require(`@fontsource/${name}/metadata.json`) as { weights: number[] }
  const ranges = require(`@fontsource/${name}/unicode.json`) as Record<string, string>
  return {
    name,
    weights: metadata.weights,
    parts: Object.entries(ranges).map(([part, listed]) => ({
      // The numbered parts of the large typefaces are listed in brackets, which their files go without.
      name: part.replace(/[[\]]/g, ''),
      ranges: listed.split(',').map(rangeOf),
    })),
  }
}

function nearest(numbers: readonly number[], wanted: number): number {
  return numbers.reduce((best, number) => (Math.abs(number - wanted) < Math.abs(best - wanted) ? number : best))
}

/** The ends of a range as style sheets write it, `U+0400-045F` or `U+0301`. */
function rangeOf(written: string): [number, number] {
  const [first, last] = written
    .slice('U+'.length)
    .split('-')
    .map((digits) => Number.parseInt(digits, 16))
  return [first!, last ?? first!]
}

const opened = new Map<string, FallbackFont>()

/** WOFF, since the parser cannot cut out of a WOFF2 file the letters that a document needs. */
function open(typeface: string, part: string, weight: number): FallbackFont {
  const name = `${typeface}-${part}-${weight}`
  const fallback = opened.get(name) ?? { name, font: forgiving(loadFont(readFileSync(fileOf(typeface, name))), name) }
  opened.set(name, fallback)
  return fallback
}

function fileOf(typeface: string, name: string): string {
  return require.resolve(`@fontsource/${typeface}/files/${name}-normal.woff`)
}

/**
 * The font under a name of its own, as the parts of a typeface share theirs. Where it leaves out an anchor that a mark could
 * be placed by, as fonts may, the parser breaks off (foliojs/fontkit#367); the marks then stand where they are by themselves.
 */
function forgiving(font: Font, name: string): Font {
  const layout = (text: string) => {
    try {
      return font.layout(text)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return font.layout(text, { mark: false, mkmk: false, abvm: false, blwm: false })
    }
  }
  return Object.create(renamed(font, name), { layout: { value: layout } })
}
