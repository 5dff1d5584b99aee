import { type FontName, fonts, legible } from './fonts.ts'
import type { Voice } from './paper.ts'
import type { Sheet } from './sheet.ts'

type Placed = { x: number; y: number; voice: Voice; color?: string }

/** Sets one line that does not break: `x` is its left end, its right end or its middle, `y` the top of the line. */
export function setLine(
  { doc }: Sheet,
  text: string,
  { x, y, voice, color, align = 'left' }: Placed & { align?: 'left' | 'right' | 'center' },
) {
  const shown = legible(text)
  speak(doc, voice, color)
  const options = { ...settings(voice), lineBreak: false }
  const widthPoints = align === 'left' ? 0 : doc.widthOfString(shown, options)
  const shift = { left: 0, right: widthPoints, center: widthPoints / 2 }[align]
  doc.text(shown, x - shift, y + lineGap(voice) / 2, options)
}

/** Sets text that breaks into lines of the width. Answers the height of it in points. */
export function setBlock(
  { doc }: Sheet,
  text: string,
  { x, y, voice, color, width }: Placed & { width: number },
): number {
  speak(doc, voice, color)
  doc.text(legible(text), x, y + lineGap(voice) / 2, { ...settings(voice), width, lineGap: lineGap(voice) })
  return doc.y - lineGap(voice) / 2 - y
}

/** The width of the text on one line, in points. */
export function widthOf({ doc }: Sheet, text: string, voice: Voice): number {
  speak(doc, voice)
  return doc.widthOfString(legible(text), settings(voice))
}

/** The height that the text takes when it breaks into lines of the width, in points. */
export function heightOf({ doc }: Sheet, text: string, voice: Voice, width: number): number {
  speak(doc, voice)
  return doc.heightOfString(legible(text), { ...settings(voice), width, lineGap: lineGap(voice) })
}

/** The distance from one line to the next, in points. */
export function lineHeight(voice: Voice): number {
  return voice.sizePoints * voice.leading
}

function speak(doc: PDFKit.PDFDocument, voice: Voice, color: string = voice.color) {
  doc.font(fontOf(voice)).fontSize(voice.sizePoints).fillColor(color)
}

function fontOf({ weight, tabular }: Voice): FontName {
  return tabular ? `${weight} tabular` : weight
}

function settings({ sizePoints, tracking }: Voice): PDFKit.Mixins.TextOptions {
  return { characterSpacing: tracking * sizePoints }
}

/** What the leading adds to the height that the font itself gives a line; half of it goes above. */
function lineGap(voice: Voice): number {
  const font = fonts()[fontOf(voice)]
  return lineHeight(voice) - ((font.ascent + font.lineGap - font.descent) / font.unitsPerEm) * voice.sizePoints
}
