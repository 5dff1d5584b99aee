import { contentWidth, pageLayout, type TextStyle, textStyles } from './page-layout.ts'
import { addSpace, ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawElement } from './tags.ts'
import { drawTextBlock, heightOf, lineHeight } from './text-layout.ts'

/** Draws the title of the document, once, at its top. */
export function drawTitle(pdf: PdfDocument, text: string) {
  drawHeading(pdf, 'H1', text, textStyles.title, 0)
}

/**
 * Draws a section heading with the space around it and adds a bookmark. It is kept together with `keepWithPoints` of
 * the content that follows.
 */
export function drawSection(pdf: PdfDocument, text: string, keepWithPoints = 60) {
  const gap = 5
  if (pdf.y > pageLayout.top) addSpace(pdf, 16)
  drawHeading(pdf, 'H2', text, textStyles.section, gap + keepWithPoints)
  addSpace(pdf, gap)
}

/** Draws a paragraph over the content width. A long paragraph continues on the next page. */
export function drawParagraph(pdf: PdfDocument, text: string, style: TextStyle = textStyles.body) {
  // At least two lines of a paragraph must fit at the foot of a page.
  ensureSpace(pdf, Math.min(2 * lineHeight(style), heightOf(pdf, text, style, contentWidth)))
  drawElement(pdf, pdf.root, 'P', () => {
    drawTextBlock(pdf, text, { x: pageLayout.left, y: pdf.y, style, width: contentWidth })
  })
  pdf.y = pdf.doc.y
}

/** Returns the height of a paragraph over the content width, in points. */
export function heightOfParagraph(pdf: PdfDocument, text: string, style: TextStyle = textStyles.body): number {
  return heightOf(pdf, text, style, contentWidth)
}

function drawHeading(pdf: PdfDocument, tag: 'H1' | 'H2', text: string, style: TextStyle, keepWithPoints: number) {
  const height = heightOf(pdf, text, style, contentWidth)
  ensureSpace(pdf, height + keepWithPoints)
  // pdfkit measures `left` from the right edge.
  pdf.doc.outline.addItem(text, { top: pdf.y, left: pageLayout.width, fit: false, expanded: false })
  drawElement(pdf, pdf.root, tag, () => {
    drawTextBlock(pdf, text, { x: pageLayout.left, y: pdf.y, style, width: contentWidth })
  })
  pdf.y += height
}
