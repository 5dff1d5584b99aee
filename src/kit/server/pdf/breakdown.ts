import { fillBox } from './fill.ts'
import { colors, contentWidth, pageLayout, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawRule } from './rule.ts'
import { drawArtifact, drawElement, openElement } from './tags.ts'
import { drawTextLine, fitStyle, lineHeight } from './text-layout.ts'

/** A part of a sum: its name, its formatted amount, and the value for the length of its bar. */
export type BreakdownPart = { label: string; amount: string; value: number }

const padding = 3
const labelWidth = 190
const amountWidth = 70
const barHeight = 8
/** Between text and bar, where the text is as wide as its room. */
const textGap = 6

/** Draws the parts of a sum as names, bars and amounts. A part that is deducted has a hollow bar. */
export function drawBreakdown(pdf: PdfDocument, parts: readonly BreakdownPart[]) {
  const height = lineHeight(textStyles.value) + 2 * padding
  ensureSpace(pdf, height * parts.length)
  const maxValue = Math.max(...parts.map(({ value }) => Math.abs(value)), 1)

  const table = openElement(pdf, pdf.root, 'Table')
  for (const { label, amount, value } of parts) {
    drawRule(pdf, colors.line)
    const y = pdf.y + padding
    const row = openElement(pdf, table, 'TR')
    drawElement(pdf, row, 'TH', () => drawLabel(pdf, label, y), {
      scope: 'Row',
    })
    drawElement(pdf, row, 'TD', () => drawAmount(pdf, amount, y))
    row.end()
    drawBreakdownBar(pdf, pdf.y + (height - barHeight) / 2, value / maxValue)
    pdf.y += height
  }
  table.end()
}

function drawLabel(pdf: PdfDocument, label: string, y: number) {
  const style = fitStyle(pdf, label, textStyles.body, labelWidth - textGap)
  drawTextLine(pdf, label, { x: pageLayout.left, y, style })
}

function drawAmount(pdf: PdfDocument, amount: string, y: number) {
  const style = fitStyle(pdf, amount, textStyles.value, amountWidth - textGap)
  drawTextLine(pdf, amount, { x: pageLayout.width - pageLayout.right, y, style, align: 'right' })
}

/** `share` is the length of the bar relative to the longest one; negative for a deduction. */
function drawBreakdownBar(pdf: PdfDocument, y: number, share: number) {
  const width = (contentWidth - labelWidth - amountWidth) * Math.abs(share)
  if (width === 0) return
  const color = pdf.brand.brandEdge
  drawArtifact(pdf, 'Layout', () => {
    fillBox(
      pdf.doc,
      { x: pageLayout.left + labelWidth, y, width: Math.max(width, 1), height: barHeight },
      share > 0 ? { color, mark: color, pattern: 'solid' } : { color: '#ffffff', mark: color, pattern: 'edge' },
    )
  })
}
