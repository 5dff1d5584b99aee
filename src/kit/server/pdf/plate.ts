import { type DrawnCode, drawCodeFigure } from './code.ts'
import { measure, page, voices } from './paper.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { artifact, drawElement } from './tags.ts'
import { heightOf, lineHeight, setBlock, setLine } from './type.ts'

export type Plate = {
  label: string
  /** The one answer that the document is opened for. */
  figure: string
  /** What to do about it, and why it is so. */
  sentences: readonly string[]
  /** What stands behind the figure, told in words elsewhere: its last value is the figure's own. */
  silhouette: readonly number[]
  /** A code that stands there instead, with what it is for. */
  code?: { drawn: DrawnCode; alternative: string }
}

const padding = 20
const radius = 14
const textPart = 0.64
const sentenceGap = 4
// Three centimetres, which a telephone reads from the paper, on white.
const codePoints = 85
const codeRadius = 8

/** Draws the answer on the one large area of the brand's colour. */
export function drawPlate(sheet: Sheet, { label, figure, sentences, silhouette, code }: Plate) {
  const width = (silhouette.length > 0 || code ? measure * textPart : measure) - 2 * padding
  const heights = sentences.map((sentence) => heightOf(sheet, sentence, voices.lead, width) + sentenceGap)
  const contentHeight =
    lineHeight(voices.part) +
    lineHeight(voices.figure) +
    heights.reduce((sum, sentenceHeight) => sum + sentenceHeight, 0)
  const height = 2 * padding + Math.max(contentHeight, code ? codePoints : 0)
  makeRoom(sheet, height)
  drawGround(sheet, height, code ? [] : silhouette)

  const place = { x: page.left + padding, color: sheet.brand.onPlate }
  let y = sheet.y + padding
  drawElement(sheet, sheet.root, 'P', () => setLine(sheet, label, { ...place, y, voice: voices.part }))
  y += lineHeight(voices.part)
  drawElement(sheet, sheet.root, 'P', () => setLine(sheet, figure, { ...place, y, voice: voices.figure }))
  y += lineHeight(voices.figure) + sentenceGap
  for (const [index, sentence] of sentences.entries()) {
    drawElement(sheet, sheet.root, 'P', () => setBlock(sheet, sentence, { ...place, y, voice: voices.lead, width }))
    y += heights[index]!
  }
  if (code) drawPlateCode(sheet, code, height)
  sheet.y += height
}

function drawPlateCode(sheet: Sheet, { drawn, alternative }: NonNullable<Plate['code']>, height: number) {
  const x = page.left + measure - padding - codePoints
  const y = sheet.y + (height - codePoints) / 2
  artifact(sheet, 'Layout', () => {
    sheet.doc.roundedRect(x, y, codePoints, codePoints, codeRadius).fill('#ffffff')
  })
  drawCodeFigure(sheet, drawn, { x, y, sizePoints: codePoints, alternative })
}

/** The bars stand at the right and leave over the bottom edge; the last one is the figure's. */
function drawGround(sheet: Sheet, height: number, silhouette: readonly number[]) {
  const { doc, brand, y } = sheet
  const room = {
    x: page.left + measure * textPart,
    width: measure * (1 - textPart) - padding,
    height: height - 1.6 * padding,
  }
  const most = Math.max(...silhouette, 1)
  const step = room.width / Math.max(silhouette.length, 1)

  artifact(sheet, 'Layout', () => {
    doc.roundedRect(page.left, y, measure, height, radius).fill(brand.plate)
    for (const [index, value] of silhouette.entries()) {
      const barHeight = (room.height * Math.max(value, 0)) / most
      const isLast = index === silhouette.length - 1
      doc
        .rect(room.x + index * step, y + height - barHeight, step - 2.5, barHeight)
        .fill(isLast ? brand.onPlate : brand.plateShape)
    }
  })
}
