import type { PdfDocument } from './pdf-document.ts'

type Element = PDFKit.PDFStructureElement
type Options = PDFKit.Mixins.StructureElementOptions

/** Opens a structure element for others, such as a table. It has to be closed with its `end()`. */
export function openElement(pdf: PdfDocument, parent: Element, type: string, options: Options = {}): Element {
  const element = pdf.doc.struct(type, options)
  parent.add(element)
  return element
}

/** Draws content as one structure element: a heading, a paragraph, a cell. It cannot contain other elements. */
export function drawElement(pdf: PdfDocument, parent: Element, type: string, draw: () => void, options: Options = {}) {
  parent.add(pdf.doc.struct(type, options, [draw]))
}

/** Draws purely visual content, such as lines, backgrounds and page numbers, that is not read aloud. */
export function drawArtifact(pdf: PdfDocument, type: 'Layout' | 'Pagination', draw: () => void) {
  pdf.doc.markContent('Artifact', { type })
  draw()
  pdf.doc.endMarkedContent()
}
