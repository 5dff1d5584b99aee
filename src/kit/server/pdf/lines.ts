import { createRequire } from 'node:module'
import type LineBreaker from 'linebreak'
import { lettersOf } from './letters.ts'

const require = createRequire(import.meta.url)

/**
 * The lines into which a text breaks where it may (Unicode's UAX #14), each the longest that the width has room for; a word
 * that is too long for a line of its own breaks between its letters.
 */
export function linesOf(text: string, width: number, widthOf: (piece: string) => number): string[] {
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
  for (const { piece, endsLine } of piecesOf(text)) {
    const isTooLong = widthOf(piece.trimEnd()) > width
    if (isTooLong && line.text) endLine()
    for (const part of isTooLong ? Array.from(lettersOf(piece), ({ segment }) => segment) : [piece]) add(part)
    if (endsLine) endLine()
  }
  if (line.text || lines.length === 0) endLine()
  return lines
}

type Piece = { piece: string; endsLine: boolean }

/** What stands between two places where the text may break. */
function piecesOf(text: string): Piece[] {
  // Required here because its table takes memory that only a server that draws documents should give.
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
