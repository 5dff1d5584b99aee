import { measure, page, type Voice, voices } from './paper.ts'
import { makeRoom, type Sheet, skip } from './sheet.ts'
import { drawElement } from './tags.ts'
import { heightOf, lineHeight, setBlock } from './type.ts'

/** The title of the document, once, at its top. */
export function drawTitle(sheet: Sheet, text: string) {
  drawHeading(sheet, 'H1', text, voices.title, 0)
}

/** The heading of a section, also a bookmark, with the room around it. It stays with so many points of what follows. */
export function drawSection(sheet: Sheet, text: string, keepWithPoints = 60) {
  const gap = 5
  if (sheet.y > page.top) skip(sheet, 16)
  drawHeading(sheet, 'H2', text, voices.section, gap + keepWithPoints)
  skip(sheet, gap)
}

/** A paragraph over the whole measure; a long one goes on on the next page. */
export function drawParagraph(sheet: Sheet, text: string, voice: Voice = voices.body) {
  // Two lines are the least that may stand alone at the foot of a page.
  makeRoom(sheet, Math.min(2 * lineHeight(voice), heightOf(sheet, text, voice, measure)))
  drawElement(sheet, sheet.root, 'P', () => {
    setBlock(sheet, text, { x: page.left, y: sheet.y, voice, width: measure })
  })
  sheet.y = sheet.doc.y
}

/** The height that a paragraph over the whole measure takes, in points. */
export function heightOfParagraph(sheet: Sheet, text: string): number {
  return heightOf(sheet, text, voices.body, measure)
}

function drawHeading(sheet: Sheet, tag: 'H1' | 'H2', text: string, voice: Voice, keepWithPoints: number) {
  const height = heightOf(sheet, text, voice, measure)
  makeRoom(sheet, height + keepWithPoints)
  // pdfkit measures `left` from the right edge.
  sheet.doc.outline.addItem(text, { top: sheet.y, left: page.width, fit: false, expanded: false })
  drawElement(sheet, sheet.root, tag, () => {
    setBlock(sheet, text, { x: page.left, y: sheet.y, voice, width: measure })
  })
  sheet.y += height
}
