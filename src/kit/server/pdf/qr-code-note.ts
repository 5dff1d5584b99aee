import { contentWidth, pageLayout, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawQrCode, type QrCode } from './qr-code.ts'
import { drawElement, openElement } from './tags.ts'
import { drawTextBlock, heightOf } from './text-layout.ts'

export type QrCodeNote = {
  qrCode: QrCode
  altText: string
  /** What the code is for, drawn beside it. */
  text: string
  /** The address in the code, for those who read the document on a screen. */
  link: { text: string; href: string }
}

// About 0.3 mm for each module of a long address, which a phone can scan from paper.
const codePoints = 84
const gap = 14
const linkStyle = { ...textStyles.value, tabular: false }

/** Returns the height of a QR code with its note, in points. */
export const qrCodeNotePoints = codePoints

/** Draws a QR code with its purpose and its address as a link beside it. */
export function drawQrCodeNote(pdf: PdfDocument, { qrCode, altText, text, link }: QrCodeNote) {
  ensureSpace(pdf, codePoints)
  const { y: top, doc, brand } = pdf
  const x = pageLayout.left + codePoints + gap
  const width = contentWidth - codePoints - gap
  drawQrCode(pdf, qrCode, { x: pageLayout.left, y: top, sizePoints: codePoints, altText })
  drawElement(pdf, pdf.root, 'P', () => {
    drawTextBlock(pdf, text, { x, y: top + 8, style: textStyles.body, width })
  })

  const linkTop = doc.y + 6
  const paragraph = openElement(pdf, pdf.root, 'P')
  const element = openElement(pdf, paragraph, 'Link')
  element.add(() => {
    drawTextBlock(pdf, link.text, { x, y: linkTop, style: linkStyle, color: brand.brandText, width })
  })
  // PDF/UA requires a description of links. pdfkit writes objects of String as text and other strings as names, and its
  // types do not know that.
  const options = { structParent: element, Contents: Object(link.text) } as PDFKit.Mixins.AnnotationOption
  doc.link(x, linkTop, width, heightOf(pdf, link.text, linkStyle, width), link.href, options)
  element.end()
  paragraph.end()
  pdf.y = top + codePoints
}
