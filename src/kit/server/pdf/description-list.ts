import { drawSection } from './headings-and-paragraphs.ts'
import { colors, contentWidth, pageLayout, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawRule } from './rule.ts'
import { drawElement, openElement } from './tags.ts'
import { drawTextBlock, heightOf, lineHeight } from './text-layout.ts'
import { textScale } from './text-scale.ts'

/** A small label above its value. */
export type LabelledValue = { label: string; value: string }

const columnGap = 18
const padding = 6

/**
 * Draws a section with a description list. The heading stays with the first two rows; a list that is shorter needs no
 * more room.
 */
export function drawFactSection(pdf: PdfDocument, title: string, items: readonly LabelledValue[], columns: number) {
  const columnCount = columnsThatFit(columns)
  const first = rowsOf(items, columnCount).slice(0, 2)
  const width = widthOf(columnCount)
  drawSection(
    pdf,
    title,
    first.reduce((sum, row) => sum + heightOfRow(pdf, row, width), 0),
  )
  drawDescriptionList(pdf, items, columns)
}

/** In large letters there is room for fewer columns. */
function columnsThatFit(columns: number): number {
  return Math.max(1, Math.floor(columns / textScale()))
}

/** Draws label and value pairs side by side in rows of so many columns, each row below a hairline. */
export function drawDescriptionList(pdf: PdfDocument, items: readonly LabelledValue[], columns: number) {
  const columnCount = columnsThatFit(columns)
  const width = widthOf(columnCount)
  const list = openElement(pdf, pdf.root, 'L')
  for (const row of rowsOf(items, columnCount)) drawDescriptionListRow(pdf, list, row, width)
  list.end()
}

function rowsOf(items: readonly LabelledValue[], columnCount: number): LabelledValue[][] {
  const count = Math.ceil(items.length / columnCount)
  return Array.from({ length: count }, (_, row) => items.slice(row * columnCount, (row + 1) * columnCount))
}

function widthOf(columnCount: number): number {
  return (contentWidth - columnGap * (columnCount - 1)) / columnCount
}

function heightOfRow(pdf: PdfDocument, items: readonly LabelledValue[], width: number): number {
  const values = items.map(({ value }) => heightOf(pdf, value, textStyles.value, width))
  return lineHeight(textStyles.label) + Math.max(...values) + 2 * padding
}

function drawDescriptionListRow(
  pdf: PdfDocument,
  list: PDFKit.PDFStructureElement,
  items: readonly LabelledValue[],
  width: number,
) {
  const labelHeight = lineHeight(textStyles.label)
  const height = heightOfRow(pdf, items, width)
  ensureSpace(pdf, height)

  for (const [column, { label, value }] of items.entries()) {
    const x = pageLayout.left + column * (width + columnGap)
    const y = pdf.y + padding
    drawRule(pdf, colors.line, { x, width })
    const item = openElement(pdf, list, 'LI')
    drawElement(pdf, item, 'Lbl', () => drawTextBlock(pdf, label, { x, y, style: textStyles.label, width }))
    drawElement(pdf, item, 'LBody', () =>
      drawTextBlock(pdf, value, { x, y: y + labelHeight, style: textStyles.value, width }),
    )
  }
  pdf.y += height
}
