import { type FontName, fonts, isDrawable } from './fonts.ts'
import { linesOf } from './lines.ts'
import { page, type Voice } from './paper.ts'
import { legible, type Run, runsOf } from './runs.ts'
import type { Sheet } from './sheet.ts'

type Placed = { x: number; y: number; voice: Voice; color?: string }

/** Sets one line that does not break: `x` is its left end, its right end or its middle, `y` the top of the line. */
export function setLine(
  sheet: Sheet,
  text: string,
  { x, y, voice, color, align = 'left' }: Placed & { align?: 'left' | 'right' | 'center' },
) {
  const { doc } = sheet
  const runs = runsOf(text, voice.weight)
  const widthPoints = align === 'left' ? 0 : widthOfRuns(sheet, runs, voice)
  const baseline = y + lineGap(voice) / 2 + (fonts()[fontOf(voice)].ascent / unitsPerEm(voice)) * voice.sizePoints
  let left = x - { left: 0, right: widthPoints, center: widthPoints / 2 }[align]
  for (const [index, run] of runs.entries()) {
    speak(doc, voice, run, color)
    doc.text(run.text, left, baseline, { ...settings(voice, run), baseline: 'alphabetic', lineBreak: false })
    if (index < runs.length - 1) left += widthOfRuns(sheet, [run], voice)
  }
}

/** Sets text that breaks into lines of the width. Answers the height of it in points. */
export function setBlock(
  sheet: Sheet,
  text: string,
  { x, y, voice, color, width }: Placed & { width: number },
): number {
  const { doc } = sheet
  const shown = legible(text)
  if (!isDrawable(shown)) return setLines(sheet, shown, { x, y, voice, width, color })
  speak(doc, voice, ownFont, color)
  doc.text(shown, x, y + lineGap(voice) / 2, { ...settings(voice), width, lineGap: lineGap(voice) })
  return doc.y - lineGap(voice) / 2 - y
}

/** As `setBlock`, where fonts change within the text, of which pdfkit knows nothing. */
function setLines(sheet: Sheet, text: string, { x, y, voice, color, width }: Placed & { width: number }): number {
  const { doc } = sheet
  let top = y
  for (const line of brokenLines(sheet, text, voice, width)) {
    if (top + lineHeight(voice) > page.height - page.bottom) {
      doc.addPage()
      top = page.top
    }
    setLine(sheet, line, { x, y: top, voice, color })
    top += lineHeight(voice)
  }
  doc.y = top + lineGap(voice) / 2
  return top - y
}

/** The width of the text on one line, in points. */
export function widthOf(sheet: Sheet, text: string, voice: Voice): number {
  return widthOfRuns(sheet, runsOf(text, voice.weight), voice)
}

/** The height that the text takes when it breaks into lines of the width, in points. */
export function heightOf(sheet: Sheet, text: string, voice: Voice, width: number): number {
  const shown = legible(text)
  if (!isDrawable(shown)) return brokenLines(sheet, shown, voice, width).length * lineHeight(voice)
  choose(sheet.doc, voice)
  return sheet.doc.heightOfString(shown, { ...settings(voice), width, lineGap: lineGap(voice) })
}

function brokenLines(sheet: Sheet, text: string, voice: Voice, width: number): string[] {
  return linesOf(text, width, (piece) => widthOf(sheet, piece, voice))
}

function widthOfRuns({ doc }: Sheet, runs: readonly Run[], voice: Voice): number {
  return runs.reduce((total, run) => {
    choose(doc, voice, run)
    return total + doc.widthOfString(run.text, settings(voice, run))
  }, 0)
}

/** The distance from one line to the next, in points. */
export function lineHeight(voice: Voice): number {
  return voice.sizePoints * voice.leading
}

const ownFont: Pick<Run, 'fallback'> = {}

function speak(
  doc: PDFKit.PDFDocument,
  voice: Voice,
  { fallback }: Pick<Run, 'fallback'> = ownFont,
  color: string = voice.color,
) {
  choose(doc, voice, { fallback })
  doc.fillColor(color)
}

/** Chooses the font, which is all that measuring needs: a colour would be written into the page. */
function choose(doc: PDFKit.PDFDocument, voice: Voice, { fallback }: Pick<Run, 'fallback'> = ownFont) {
  if (fallback) doc.registerFont(fallback.name, fallback.font)
  doc.font(fallback?.name ?? fontOf(voice)).fontSize(voice.sizePoints)
}

function fontOf({ weight, tabular }: Voice): FontName {
  return tabular ? `${weight} tabular` : weight
}

/** Letters of other scripts may be joined, so that only those of the document's own font are drawn closer together. */
function settings(
  { sizePoints, tracking }: Voice,
  { fallback }: Pick<Run, 'fallback'> = ownFont,
): PDFKit.Mixins.TextOptions {
  return { characterSpacing: fallback ? 0 : tracking * sizePoints }
}

/** What the leading adds to the height that the font itself gives a line; half of it goes above. */
function lineGap(voice: Voice): number {
  const font = fonts()[fontOf(voice)]
  return lineHeight(voice) - ((font.ascent + font.lineGap - font.descent) / unitsPerEm(voice)) * voice.sizePoints
}

function unitsPerEm(voice: Voice): number {
  return fonts()[fontOf(voice)].unitsPerEm
}
