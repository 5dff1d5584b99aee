import bidiFactory from 'bidi-js'
import { type FallbackFont, fallbackFontFor } from './fallback-fonts.ts'
import { isDrawable, isInvisible, type Weight } from './fonts.ts'
import { lettersOf } from './letters.ts'

/** A stretch of a line that one font draws in one direction; without a fallback it is the document's own font. */
export type Run = { text: string; fallback?: FallbackFont }

type DirectedRun = Run & { level: number }

const bidi = bidiFactory()

/** The runs of one line from left to right, as its letters are drawn by the fonts that have them. */
export function runsOf(line: string, weight: Weight): Run[] {
  const text = legible(line)
  if (isDrawable(text)) return [{ text }]
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const runs: DirectedRun[] = []
  for (const { segment, index } of lettersOf(text)) {
    const level = levels[index]!
    const fallback = isDrawable(segment) ? undefined : fallbackFontFor(segment, weight)
    const last = runs.at(-1)
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment
    // A font turns round letters of its right-to-left script; signs of others are put in order one by one.
    const joins = last?.level === level && last.fallback === fallback && (fallback !== undefined || level % 2 === 0)
    if (joins) last.text += shown
    else runs.push({ text: shown, level, ...(fallback && { fallback }) })
  }
  return inVisualOrder(runs)
}

/** Rule L2 of the Unicode Bidirectional Algorithm (UAX #9), over runs. */
function inVisualOrder(runs: DirectedRun[]): DirectedRun[] {
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
 * The text in characters that can be drawn: rare spaces become no-break spaces, and what no font has is written in its plain
 * parts or as a question mark, so that no empty box is ever printed.
 */
export function legible(text: string): string {
  if (isDrawable(text)) return text.normalize('NFC')
  const spaced = text.normalize('NFC').replace(fixedSpaces, '\u00a0')
  return Array.from(lettersOf(spaced), ({ segment }) =>
    isDrawable(segment) || fallbackFontFor(segment, 'regular') ? segment : plainParts(segment),
  ).join('')
}

// French numbers are grouped with a narrow no-break space, which the font lacks.
const fixedSpaces = /[\u2007\u2009\u202f]/g

function plainParts(letter: string): string {
  const parts = Array.from(letter.normalize('NFKD'))
  return parts.filter((part) => isDrawable(part) && !isInvisible(part)).join('') || '?'
}
