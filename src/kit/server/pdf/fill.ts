/**
 * How an area is filled. The pattern conveys in greyscale print what the colour conveys in colour print; pattern and
 * edge have the colour `mark`.
 */
export type Fill = {
  color: string
  mark: string
  pattern: Pattern
}

/** Lines are named after their direction; `edge` is an outline only. */
export type Pattern = 'solid' | 'rising' | 'falling' | 'level' | 'upright' | 'dots' | 'edge'

export type Box = { x: number; y: number; width: number; height: number }

const spacing = 4
const edgeWidth = 0.7

/** Fills a box with its colour, its pattern and its edge. */
export function fillBox(doc: PDFKit.PDFDocument, box: Box, { color, mark, pattern }: Fill) {
  doc.rect(box.x, box.y, box.width, box.height).fill(color)
  if (pattern === 'solid') return
  drawInside(doc, box, () => drawPattern(doc, box, pattern, mark))
}

/** The edge is drawn twice as wide, because the part outside the box is clipped. */
function drawPattern(doc: PDFKit.PDFDocument, box: Box, pattern: Pattern, mark: string) {
  if (pattern === 'dots') drawDots(doc, box, mark)
  else drawLines(doc, patternLinesOf(pattern, box), mark)
  doc
    .rect(box.x, box.y, box.width, box.height)
    .lineWidth(2 * edgeWidth)
    .stroke(mark)
}

function drawInside(doc: PDFKit.PDFDocument, { x, y, width, height }: Box, draw: () => void) {
  doc.save().rect(x, y, width, height).clip()
  draw()
  doc.restore()
}

type Line = { from: readonly [number, number]; to: readonly [number, number] }

function patternLinesOf(pattern: Pattern, { x, y, width, height }: Box): Line[] {
  const right = x + width
  const bottom = y + height
  const diagonals = steps(width + height, spacing * Math.SQRT2)
  switch (pattern) {
    case 'level':
      return steps(height, spacing).map((at) => ({ from: [x, bottom - at], to: [right, bottom - at] }))
    case 'upright':
      return steps(width, spacing).map((at) => ({ from: [x + at, y], to: [x + at, bottom] }))
    case 'rising':
      return diagonals.map((at) => ({ from: [x + at - height, bottom], to: [x + at, y] }))
    case 'falling':
      return diagonals.map((at) => ({ from: [x + at - height, y], to: [x + at, bottom] }))
    default:
      return []
  }
}

function drawLines(doc: PDFKit.PDFDocument, lines: readonly Line[], color: string) {
  for (const { from, to } of lines) doc.moveTo(...from).lineTo(...to)
  if (lines.length > 0) doc.lineWidth(1).stroke(color)
}

function drawDots(doc: PDFKit.PDFDocument, { x, y, width, height }: Box, color: string) {
  for (const [row, up] of steps(height, spacing).entries()) {
    for (const along of steps(width, spacing)) doc.circle(x + along + (row % 2) * 2, y + height - up, 0.8)
  }
  doc.fill(color)
}

function steps(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => (index + 0.5) * step)
}
