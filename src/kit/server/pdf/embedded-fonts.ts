import { deflateSync } from 'node:zlib'
import type { Font, Glyph } from 'fontkit'
import { LRUCache } from 'lru-cache'

/** What pdfkit keeps of a font in a document; its types do not tell. */
type EmbeddedFont = {
  name: string
  font: Font
  scale: number
  subset: { glyphs: number[]; includeGlyph(glyph: number): number; encode(): Uint8Array }
  /** By the number of a glyph in the subset. */
  widths: number[]
  unicode: (readonly number[])[]
  document: DocumentOfFont
  toUnicodeCmap(): unknown
  embed(): unknown
}
type Reference = { end(content: Uint8Array | string): void }
type DocumentOfFont = { ref(data?: object): Reference; subset?: unknown }

/** A subset of a font as it is written into documents, compressed. */
type PackedFont = { file: Uint8Array; characters: Uint8Array }

/** Of each font the latest subsets. Those of headings are few; that of sentences is one, but for rare letters. */
const maxPackedBytes = 8_000_000
const packedFonts = new LRUCache<string, PackedFont>({
  maxSize: maxPackedBytes,
  sizeCalculation: ({ file, characters }) => file.length + characters.length,
})

/** What amounts and days are written with, which differ from document to document. */
export const figureCharacters = ' 0123456789.,-–/€'
/** What names and addresses are written with. */
export const nameCharacters = `${figureCharacters}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:;()’·ºªáàçéèíïñóòúüÁÀÇÉÈÍÑÓÒÚ`

/**
 * Returns a font whose subsets begin with the glyphs of some characters, whether they are used or not, so that documents
 * which differ in these alone have the same subset.
 */
export function withFirstGlyphs(font: Font, characters: string): Font {
  let common: readonly Glyph[] | undefined
  const createSubset = () => {
    common ??= Array.from(characters, (each) => font.layout(each).glyphs).flat()
    const subset = font.createSubset() as unknown as EmbeddedFont['subset']
    for (const glyph of common) subset.includeGlyph(glyph.id)
    return subset
  }
  return Object.create(font, { createSubset: { value: createSubset } })
}

/**
 * Lets the fonts of a document that is finished be written as they were into earlier ones with the same glyphs. Otherwise
 * each of a hundred thousand documents encodes and compresses the same fonts, which takes half of the time of a short one.
 */
export function reuseFonts({ _fontFamilies: fonts }: { _fontFamilies?: Readonly<Record<string, object>> }): void {
  for (const font of new Set(Object.values(fonts ?? {}))) if (isEmbedded(font)) reuseFont(font)
}

function isEmbedded(font: object): font is EmbeddedFont {
  return 'subset' in font && 'toUnicodeCmap' in font
}

function reuseFont(font: EmbeddedFont) {
  describeUnusedGlyphs(font)
  const packed = packFont(font)
  font.subset.encode = () => packed.file
  font.toUnicodeCmap = () => {
    const reference = font.document.ref({ Filter: 'FlateDecode' })
    reference.end(packed.characters)
    return reference
  }
  font.document = withPackedFile(font.document)
}

/** Glyphs that come first but are not used have a width and characters as well. */
function describeUnusedGlyphs({ font, scale, subset, widths, unicode }: EmbeddedFont) {
  subset.glyphs.forEach((id, position) => {
    const glyph = font.getGlyph(id)
    widths[position] ??= glyph.advanceWidth * scale
    unicode[position] ??= glyph.codePoints
  })
}

function packFont(font: EmbeddedFont): PackedFont {
  const key = `${font.name} ${font.subset.glyphs.join(' ')}`
  const known = packedFonts.get(key)
  if (known) return known
  const characters = writeCharacters(font)
  const packed = { file: deflateSync(font.subset.encode()), characters: deflateSync(characters) }
  packedFonts.set(key, packed)
  return packed
}

/** Returns what pdfkit writes of the characters of a font. */
function writeCharacters(font: EmbeddedFont): string {
  let written = ''
  const end = (content: string) => {
    written = content
  }
  font.toUnicodeCmap.call(Object.create(font, { document: { value: { ref: () => ({ end }) } } }))
  return written
}

/**
 * Returns the document for a font whose file is compressed already, which is the first thing that a font writes. Not one that
 * inherits from the document: pdfkit is slow with what is a prototype.
 */
function withPackedFile(document: DocumentOfFont): DocumentOfFont {
  let isFile = true
  const ref = (data?: object) => {
    const reference = document.ref(isFile ? { Filter: 'FlateDecode' } : data)
    isFile = false
    return reference
  }
  return { ref, subset: document.subset }
}
