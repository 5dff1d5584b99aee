import { inks, measure, page, voices } from './paper.ts'
import { drawRule } from './rule.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { drawElement, openElement } from './tags.ts'
import { drawSection } from './text.ts'
import { heightOf, lineHeight, setBlock } from './type.ts'

/** Something to look up: a small label above its value. */
export type Fact = { label: string; value: string }

const columnGap = 18
const padding = 6

/** A section of facts, whose heading stays with the first two rows of them: one that is shorter asks for no more room. */
export function drawFactSection(sheet: Sheet, title: string, facts: readonly Fact[], columnCount: number) {
  const first = rowsOf(facts, columnCount).slice(0, 2)
  const width = widthOf(columnCount)
  drawSection(
    sheet,
    title,
    first.reduce((sum, row) => sum + heightOfRow(sheet, row, width), 0),
  )
  drawFacts(sheet, facts, columnCount)
}

/** Draws facts side by side in rows of so many columns, each below a hairline. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], columnCount: number) {
  const width = widthOf(columnCount)
  const list = openElement(sheet, sheet.root, 'L')
  for (const row of rowsOf(facts, columnCount)) drawFactRow(sheet, list, row, width)
  list.end()
}

function rowsOf(facts: readonly Fact[], columnCount: number): Fact[][] {
  const count = Math.ceil(facts.length / columnCount)
  return Array.from({ length: count }, (_, row) => facts.slice(row * columnCount, (row + 1) * columnCount))
}

function widthOf(columnCount: number): number {
  return (measure - columnGap * (columnCount - 1)) / columnCount
}

function heightOfRow(sheet: Sheet, facts: readonly Fact[], width: number): number {
  const values = facts.map(({ value }) => heightOf(sheet, value, voices.fact, width))
  return lineHeight(voices.label) + Math.max(...values) + 2 * padding
}

function drawFactRow(sheet: Sheet, list: PDFKit.PDFStructureElement, facts: readonly Fact[], width: number) {
  const labelHeight = lineHeight(voices.label)
  const height = heightOfRow(sheet, facts, width)
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
