import type { Sheet } from './sheet.ts'

type Element = PDFKit.PDFStructureElement
type Options = PDFKit.Mixins.StructureElementOptions

/** Opens an element that will hold others, such as a table. It is to be closed with its `end()`. */
export function openElement(sheet: Sheet, parent: Element, type: string, options: Options = {}): Element {
  const element = sheet.doc.struct(type, options)
  parent.add(element)
  return element
}

/** Draws something as one element: a heading, a paragraph, a cell. Nothing may be marked inside it. */
export function drawElement(sheet: Sheet, parent: Element, type: string, draw: () => void, options: Options = {}) {
  parent.add(sheet.doc.struct(type, options, [draw]))
}

/** Draws what only the eye needs, such as lines, grounds and page numbers, so that it is not read aloud. */
export function artifact(sheet: Sheet, type: 'Layout' | 'Pagination', draw: () => void) {
  sheet.doc.markContent('Artifact', { type })
  draw()
  sheet.doc.endMarkedContent()
}
