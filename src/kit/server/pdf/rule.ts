import { measure, page } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { artifact } from './tags.ts'

/** Draws a hairline where the sheet is, over the measure or a part of it. */
export function drawRule(
  sheet: Sheet,
  color: string,
  { x = page.left, width = measure }: { x?: number; width?: number } = {},
) {
  artifact(sheet, 'Layout', () => {
    sheet.doc
      .moveTo(x, sheet.y)
      .lineTo(x + width, sheet.y)
      .lineWidth(0.5)
      .stroke(color)
  })
}
