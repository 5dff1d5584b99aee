import { contentWidth, pageLayout, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawQrCode, type QrCode } from './qr-code.ts'
import { drawArtifact, drawElement } from './tags.ts'
import { drawTextBlock, drawTextLine, heightOf, lineHeight } from './text-layout.ts'

export type SummaryCardContent = {
  label: string
  /** The figure that the document is opened for. */
  figure: string
  /** What to do about the figure, and why it is so. */
  sentences: readonly string[]
  /** The trend behind the figure, given as text elsewhere. Its last value is the figure's own. */
  trendValues: readonly number[]
  /** A QR code shown in place of the trend, with its purpose. */
  code?: { qrCode: QrCode; altText: string }
}

const padding = 20
const radius = 14
const textShare = 0.64
const sentenceGap = 4
// Three centimetres on white, which a phone can scan from paper.
const codePoints = 85
const codeRadius = 8

/** Draws the summary card, the one large area in the brand colour. */
export function drawSummaryCard(pdf: PdfDocument, { label, figure, sentences, trendValues, code }: SummaryCardContent) {
  const width = (trendValues.length > 0 || code ? contentWidth * textShare : contentWidth) - 2 * padding
  const heights = sentences.map((sentence) => heightOf(pdf, sentence, textStyles.lead, width) + sentenceGap)
  const contentHeight =
    lineHeight(textStyles.subsection) +
    lineHeight(textStyles.figure) +
    heights.reduce((sum, sentenceHeight) => sum + sentenceHeight, 0)
  const height = 2 * padding + Math.max(contentHeight, code ? codePoints : 0)
  ensureSpace(pdf, height)
  drawBackground(pdf, height, code ? [] : trendValues)

  const textPosition = { x: pageLayout.left + padding, color: pdf.brand.onCard }
  let y = pdf.y + padding
  drawElement(pdf, pdf.root, 'P', () => drawTextLine(pdf, label, { ...textPosition, y, style: textStyles.subsection }))
  y += lineHeight(textStyles.subsection)
  drawElement(pdf, pdf.root, 'P', () => drawTextLine(pdf, figure, { ...textPosition, y, style: textStyles.figure }))
  y += lineHeight(textStyles.figure) + sentenceGap
  for (const [index, sentence] of sentences.entries()) {
    drawElement(pdf, pdf.root, 'P', () =>
      drawTextBlock(pdf, sentence, { ...textPosition, y, style: textStyles.lead, width }),
    )
    y += heights[index]!
  }
  if (code) drawSummaryCardQrCode(pdf, code, height)
  pdf.y += height
}

function drawSummaryCardQrCode(
  pdf: PdfDocument,
  { qrCode, altText }: NonNullable<SummaryCardContent['code']>,
  height: number,
) {
  const x = pageLayout.left + contentWidth - padding - codePoints
  const y = pdf.y + (height - codePoints) / 2
  drawArtifact(pdf, 'Layout', () => {
    pdf.doc.roundedRect(x, y, codePoints, codePoints, codeRadius).fill('#ffffff')
  })
  drawQrCode(pdf, qrCode, { x, y, sizePoints: codePoints, altText })
}

/** Draws the bars on the right, cut off by the bottom edge. The last bar is the figure's. */
function drawBackground(pdf: PdfDocument, height: number, trendValues: readonly number[]) {
  const { doc, brand, y } = pdf
  const barsArea = {
    x: pageLayout.left + contentWidth * textShare,
    width: contentWidth * (1 - textShare) - padding,
    height: height - 1.6 * padding,
  }
  const maxValue = Math.max(...trendValues, 1)
  const step = barsArea.width / Math.max(trendValues.length, 1)

  drawArtifact(pdf, 'Layout', () => {
    doc.roundedRect(pageLayout.left, y, contentWidth, height, radius).fill(brand.card)
    for (const [index, value] of trendValues.entries()) {
      const barHeight = (barsArea.height * Math.max(value, 0)) / maxValue
      const isLast = index === trendValues.length - 1
      doc
        .rect(barsArea.x + index * step, y + height - barHeight, step - 2.5, barHeight)
        .fill(isLast ? brand.onCard : brand.cardShape)
    }
  })
}
