import { contentWidth, pageLayout } from './page-layout.ts'
import type { PdfDocument } from './pdf-document.ts'
import { drawArtifact } from './tags.ts'

/** Draws a hairline at the current position, over the content width or a part of it. */
export function drawRule(
  pdf: PdfDocument,
  color: string,
  { x = pageLayout.left, width = contentWidth }: { x?: number; width?: number } = {},
) {
  drawArtifact(pdf, 'Layout', () => {
    pdf.doc
      .moveTo(x, pdf.y)
      .lineTo(x + width, pdf.y)
      .lineWidth(0.5)
      .stroke(color)
  })
}
