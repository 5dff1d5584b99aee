import { inks, measure, page, voices } from './paper.ts'
import { drawRule } from './rule.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { drawElement, openElement } from './tags.ts'
import { heightOf, lineHeight, setBlock } from './type.ts'

/** Something to look up: a small label above its value. */
export type Fact = { label: string; value: string }

const columnGap = 18
const padding = 6

/** Draws facts side by side in rows of so many columns, each below a hairline. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], columnCount: number) {
  const width = (measure - columnGap * (columnCount - 1)) / columnCount
  const list = openElement(sheet, sheet.root, 'L')
  for (let start = 0; start < facts.length; start += columnCount) {
    drawFactRow(sheet, list, facts.slice(start, start + columnCount), width)
  }
  list.end()
}

function drawFactRow(sheet: Sheet, list: PDFKit.PDFStructureElement, facts: readonly Fact[], width: number) {
  const labelHeight = lineHeight(voices.label)
  const valueHeight = Math.max(...facts.map(({ value }) => heightOf(sheet, value, voices.fact, width)))
  const height = labelHeight + valueHeight + 2 * padding
  makeRoom(sheet, height)

  for (const [column, { label, value }] of facts.entries()) {
    const x = page.left + column * (width + columnGap)
    const y = sheet.y + padding
    drawRule(sheet, inks.line, { x, width })
    const item = openElement(sheet, list, 'LI')
    drawElement(sheet, item, 'Lbl', () => setBlock(sheet, label, { x, y, voice: voices.label, width }))
    drawElement(sheet, item, 'LBody', () =>
      setBlock(sheet, value, { x, y: y + labelHeight, voice: voices.fact, width }),
    )
  }
  sheet.y += height
}
