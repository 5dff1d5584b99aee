import bidiFactory from 'bidi-js'
import { type FallbackFont, fallbackFontFor } from './fallback-fonts.ts'
import { isDrawable, isInvisible, type Weight } from './fonts.ts'
import { segmentGraphemes } from './graphemes.ts'

/** A part of a line that one font draws in one direction; without `fallback` it is the document's own font. */
export type TextRun = { text: string; fallback?: FallbackFont }

type DirectedRun = TextRun & { level: number }

const bidi = bidiFactory()

/** Splits a line into runs in visual order from left to right, by the fonts that have its characters. */
export function splitIntoRuns(line: string, weight: Weight): TextRun[] {
  const text = toSupportedGlyphs(line)
  if (isDrawable(text)) return [{ text }]
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const runs: DirectedRun[] = []
  for (const { segment, index } of segmentGraphemes(text)) {
    const level = levels[index]!
    const fallback = isDrawable(segment) ? undefined : fallbackFontFor(segment, weight)
    const last = runs.at(-1)
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment
    // A font reorders letters of its own right-to-left script; other characters are ordered one by one.
    const joins = last?.level === level && last.fallback === fallback && (fallback !== undefined || level % 2 === 0)
    if (joins) last.text += shown
    else runs.push({ text: shown, level, ...(fallback && { fallback }) })
  }
  return orderVisually(runs)
}

/** Rule L2 of the Unicode Bidirectional Algorithm (UAX #9), over runs. */
function orderVisually(runs: DirectedRun[]): DirectedRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

/**
 * Returns the text in characters that can be drawn: rare spaces become no-break spaces, and a character that no font
 * has is decomposed or replaced by a question mark, so that no empty box is ever printed.
 */
export function toSupportedGlyphs(text: string): string {
  if (isDrawable(text)) return text.normalize('NFC')
  const normalized = text.normalize('NFC').replace(fixedSpaces, '\u00a0')
  return Array.from(segmentGraphemes(normalized), ({ segment }) =>
    isDrawable(segment) || fallbackFontFor(segment, 'regular') ? segment : fallbackCharacters(segment),
  ).join('')
}

// French numbers are grouped with a narrow no-break space, which the font lacks.
const fixedSpaces = /[\u2007\u2009\u202f]/g

function fallbackCharacters(letter: string): string {
  const parts = Array.from(letter.normalize('NFKD'))
  return parts.filter((part) => isDrawable(part) && !isInvisible(part)).join('') || '?'
}
