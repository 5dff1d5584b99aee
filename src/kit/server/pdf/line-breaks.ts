import { createRequire } from 'node:module'
import type LineBreaker from 'linebreak'
import { segmentGraphemes } from './graphemes.ts'

const require = createRequire(import.meta.url)

/**
 * Breaks a text into lines at its break opportunities (Unicode UAX #14), each as long as the width allows. A word that
 * is too long for a line is broken between graphemes.
 */
export function breakIntoLines(text: string, width: number, widthOf: (piece: string) => number): string[] {
  const lines: string[] = []
  let line = { text: '', width: 0 }
  const endLine = () => {
    lines.push(line.text.trimEnd())
    line = { text: '', width: 0 }
  }
  const add = (piece: string) => {
    if (line.text && line.width + widthOf(piece.trimEnd()) > width) endLine()
    line = { text: line.text + piece, width: line.width + widthOf(piece) }
  }
  for (const { piece, endsLine } of splitAtBreaks(text)) {
    const isTooLong = widthOf(piece.trimEnd()) > width
    if (isTooLong && line.text) endLine()
    for (const part of isTooLong ? Array.from(segmentGraphemes(piece), ({ segment }) => segment) : [piece]) add(part)
    if (endsLine) endLine()
  }
  if (line.text || lines.length === 0) endLine()
  return lines
}

type Piece = { piece: string; endsLine: boolean }

/** Splits a text at its break opportunities. */
function splitAtBreaks(text: string): Piece[] {
  // Required lazily, because only a server that draws documents should spend the memory of its table.
  const Breaker = require('linebreak') as typeof LineBreaker
  const breaker = new Breaker(text)
  const pieces: Piece[] = []
  let start = 0
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    pieces.push({ piece: text.slice(start, end.position).replace(/\n$/, ''), endsLine: end.required })
    start = end.position
  }
  return pieces
}
