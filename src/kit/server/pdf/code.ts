import type { Sheet } from './sheet.ts'
import { drawElement } from './tags.ts'

/** A QR code by its width in modules and the SVG path of its dark ones. */
export type DrawnCode = { size: number; path: string }

type CodePlace = { x: number; y: number; sizePoints: number; alternative: string }

/** Draws a QR code as a figure; `alternative` says what it is for, and where the same stands in words. */
export function drawCodeFigure(sheet: Sheet, { size, path }: DrawnCode, place: CodePlace) {
  const { doc } = sheet
  const { x, y, sizePoints, alternative } = place
  const draw = () => {
    doc
      .save()
      .translate(x, y)
      .scale(sizePoints / size)
      .path(path)
      .fill('#000000')
      .restore()
  }
  drawElement(sheet, sheet.root, 'Figure', draw, {
    alt: alternative,
    bbox: [x, y, x + sizePoints, y + sizePoints],
    placement: 'Block',
  } as PDFKit.Mixins.StructureElementOptions)
}
