import { fillBox } from './fill.ts'
import { inks, measure, page, voices } from './paper.ts'
import { drawRule } from './rule.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { artifact, drawElement, openElement } from './tags.ts'
import { lineHeight, setLine } from './type.ts'

/** A part of a sum: its name, its size as it is written, and the size itself for the length of its bar. */
export type Share = { label: string; amount: string; value: number }

const padding = 3
const labelWidth = 190
const amountWidth = 70
const barHeight = 8

/** Draws what a sum is made of: names, bars and amounts. What is taken off the sum has a hollow bar. */
export function drawShares(sheet: Sheet, shares: readonly Share[]) {
  const height = lineHeight(voices.fact) + 2 * padding
  makeRoom(sheet, height * shares.length)
  const most = Math.max(...shares.map(({ value }) => Math.abs(value)), 1)

  const table = openElement(sheet, sheet.root, 'Table')
  for (const { label, amount, value } of shares) {
    drawRule(sheet, inks.line)
    const y = sheet.y + padding
    const row = openElement(sheet, table, 'TR')
    drawElement(sheet, row, 'TH', () => setLine(sheet, label, { x: page.left, y, voice: voices.body }), {
      scope: 'Row',
    })
    drawElement(sheet, row, 'TD', () =>
      setLine(sheet, amount, { x: page.width - page.right, y, voice: voices.fact, align: 'right' }),
    )
    row.end()
    drawShareBar(sheet, sheet.y + (height - barHeight) / 2, value / most)
    sheet.y += height
  }
  table.end()
}

/** `part` is the length of the bar against the longest one; negative when it is taken off. */
function drawShareBar(sheet: Sheet, y: number, part: number) {
  const width = (measure - labelWidth - amountWidth) * Math.abs(part)
  if (width === 0) return
  const color = sheet.brand.brandEdge
  artifact(sheet, 'Layout', () => {
    fillBox(
      sheet.doc,
      { x: page.left + labelWidth, y, width: Math.max(width, 1), height: barHeight },
      part > 0 ? { color, mark: color, pattern: 'solid' } : { color: '#ffffff', mark: color, pattern: 'edge' },
    )
  })
}
