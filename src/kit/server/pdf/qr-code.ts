import type { PdfDocument } from './pdf-document.ts'
import { drawElement } from './tags.ts'

/** A QR code by its width in modules and the SVG path of its dark ones. */
export type QrCode = { size: number; path: string }

type QrCodePosition = { x: number; y: number; sizePoints: number; altText: string }

/** Draws a QR code as a figure. `altText` says what it is for and where the same information is given as text. */
export function drawQrCode(pdf: PdfDocument, { size, path }: QrCode, position: QrCodePosition) {
  const { doc } = pdf
  const { x, y, sizePoints, altText } = position
  const draw = () => {
    doc
      .save()
      .translate(x, y)
      .scale(sizePoints / size)
      .path(path)
      .fill('#000000')
      .restore()
  }
  drawElement(pdf, pdf.root, 'Figure', draw, {
    alt: altText,
    bbox: [x, y, x + sizePoints, y + sizePoints],
    placement: 'Block',
  } as PDFKit.Mixins.StructureElementOptions)
}
