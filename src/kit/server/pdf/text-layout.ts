import { LRUCache } from 'lru-cache'
import { type FontName, getFonts, isDrawable } from './fonts.ts'
import { breakIntoLines } from './line-breaks.ts'
import { pageLayout, type TextStyle } from './page-layout.ts'
import type { PdfDocument } from './pdf-document.ts'
import { shareLayouts } from './shared-layouts.ts'
import { splitIntoRuns, type TextRun, toSupportedGlyphs } from './text-runs.ts'
import { scaledPoints, textScale } from './text-scale.ts'

type TextPlacement = { x: number; y: number; style: TextStyle; color?: string }

/** Draws one line that does not wrap: `x` is its left end, its right end or its middle, `y` the top of the line. */
export function drawTextLine(
  pdf: PdfDocument,
  text: string,
  { x, y, style, color, align = 'left' }: TextPlacement & { align?: 'left' | 'right' | 'center' },
) {
  const { doc } = pdf
  const runs = splitIntoRuns(text, style.weight)
  const widthPoints = align === 'left' ? 0 : widthOfRuns(pdf, runs, style)
  const baseline =
    y + lineGap(style) / 2 + (getFonts()[fontNameOf(style)].ascent / unitsPerEm(style)) * scaledPoints(style.sizePoints)
  let left = x - { left: 0, right: widthPoints, center: widthPoints / 2 }[align]
  for (const [index, run] of runs.entries()) {
    applyTextStyle(doc, style, run, color)
    doc.text(run.text, left, baseline, { ...textOptionsOf(style, run), baseline: 'alphabetic', lineBreak: false })
    if (index < runs.length - 1) left += widthOfRuns(pdf, [run], style)
  }
}

/** Draws text that wraps at the width. Returns its height in points. */
export function drawTextBlock(
  pdf: PdfDocument,
  text: string,
  { x, y, style, color, width }: TextPlacement & { width: number },
): number {
  const { doc } = pdf
  const supported = toSupportedGlyphs(text)
  if (!isDrawable(supported)) return drawBrokenLines(pdf, supported, { x, y, style, width, color })
  if (isOneLine(pdf, supported, { y, style, width })) {
    drawTextLine(pdf, supported, { x, y, style, ...(color !== undefined && { color }) })
    doc.y = y + lineHeight(style) + lineGap(style) / 2
    return lineHeight(style)
  }
  applyTextStyle(doc, style, documentFont, color)
  doc.text(supported, x, y + lineGap(style) / 2, { ...textOptionsOf(style), width, lineGap: lineGap(style) })
  return doc.y - lineGap(style) / 2 - y
}

/** Checks whether a text fits one line of a page, which is drawn without breaking it into words again. */
function isOneLine(
  pdf: PdfDocument,
  supported: string,
  { y, style, width }: Pick<TextPlacement, 'y' | 'style'> & { width: number },
): boolean {
  const bottom = y + lineHeight(style)
  return (
    bottom <= pageLayout.height - pageLayout.bottom && heightOf(pdf, supported, style, width) < 1.5 * lineHeight(style)
  )
}

/** Does the same as `drawTextBlock` for text with several fonts, which pdfkit does not support. */
function drawBrokenLines(
  pdf: PdfDocument,
  text: string,
  { x, y, style, color, width }: TextPlacement & { width: number },
): number {
  const { doc } = pdf
  let top = y
  for (const line of breakText(pdf, text, style, width)) {
    if (top + lineHeight(style) > pageLayout.height - pageLayout.bottom) {
      doc.addPage()
      top = pageLayout.top
    }
    drawTextLine(pdf, line, { x, y: top, style, color })
    top += lineHeight(style)
  }
  doc.y = top + lineGap(style) / 2
  return top - y
}

/** Returns the width of the text on one line, in points. */
export function widthOf(pdf: PdfDocument, text: string, style: TextStyle): number {
  return widthOfRuns(pdf, splitIntoRuns(text, style.weight), style)
}

/**
 * Returns the style in which a text that does not wrap fits a width: smaller where large letters would not. At their
 * usual size texts fit by their layout.
 */
export function fitStyle(pdf: PdfDocument, text: string, style: TextStyle, width: number): TextStyle {
  if (textScale() === 1) return style
  const share = width / widthOf(pdf, text, style)
  return share >= 1 ? style : { ...style, sizePoints: (scaledPoints(style.sizePoints) * share) / textScale() }
}

/** Returns the height of the text when wrapped at the width, in points. */
export function heightOf(pdf: PdfDocument, text: string, style: TextStyle, width: number): number {
  const supported = toSupportedGlyphs(text)
  if (!isDrawable(supported)) return breakText(pdf, supported, style, width).length * lineHeight(style)
  selectFont(pdf.doc, style)
  const key = [fontNameOf(style), scaledPoints(style.sizePoints), style.tracking, style.leading, width, supported].join(
    ' ',
  )
  const height =
    heights.get(key) ?? pdf.doc.heightOfString(supported, { ...textOptionsOf(style), width, lineGap: lineGap(style) })
  heights.set(key, height)
  return height
}

/** Of the latest texts, most of which are in every document of a kind. */
const heights = new LRUCache<string, number>({ max: 2_000 })

function breakText(pdf: PdfDocument, text: string, style: TextStyle, width: number): string[] {
  return breakIntoLines(text, width, (piece) => widthOf(pdf, piece, style))
}

function widthOfRuns({ doc }: PdfDocument, runs: readonly TextRun[], style: TextStyle): number {
  return runs.reduce((total, run) => {
    selectFont(doc, style, run)
    return total + doc.widthOfString(run.text, textOptionsOf(style, run))
  }, 0)
}

/** Returns the distance between two lines, in points. */
export function lineHeight(style: TextStyle): number {
  return scaledPoints(style.sizePoints) * style.leading
}

const documentFont: Pick<TextRun, 'fallback'> = {}

function applyTextStyle(
  doc: PDFKit.PDFDocument,
  style: TextStyle,
  { fallback }: Pick<TextRun, 'fallback'> = documentFont,
  color: string = style.color,
) {
  selectFont(doc, style, { fallback })
  doc.fillColor(color)
}

/** Selects only the font, which is enough for measuring: a colour would be written into the page. */
function selectFont(doc: PDFKit.PDFDocument, style: TextStyle, { fallback }: Pick<TextRun, 'fallback'> = documentFont) {
  if (fallback) doc.registerFont(fallback.name, fallback.font)
  doc.font(fallback?.name ?? fontNameOf(style)).fontSize(scaledPoints(style.sizePoints))
  shareLayouts(doc)
}

function fontNameOf({ weight, tabular }: TextStyle): FontName {
  return tabular ? `${weight} tabular` : weight
}

/** Letters of other scripts may be joined, so tracking applies only to the document's own font. */
function textOptionsOf(
  { sizePoints, tracking }: TextStyle,
  { fallback }: Pick<TextRun, 'fallback'> = documentFont,
): PDFKit.Mixins.TextOptions {
  return { characterSpacing: fallback ? 0 : tracking * scaledPoints(sizePoints) }
}

/** Returns how much the leading adds to the line height of the font; half of it goes above. */
function lineGap(style: TextStyle): number {
  const font = getFonts()[fontNameOf(style)]
  return (
    lineHeight(style) -
    ((font.ascent + font.lineGap - font.descent) / unitsPerEm(style)) * scaledPoints(style.sizePoints)
  )
}

function unitsPerEm(style: TextStyle): number {
  return getFonts()[fontNameOf(style)].unitsPerEm
}
