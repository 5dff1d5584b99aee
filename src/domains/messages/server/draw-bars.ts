import { drawRectanglesPng, type PixelRectangle } from '#kit/server/png.ts'
import type { BarChart } from '../bar-chart.ts'

type ChartColors = { bar: string; marked: string; limit: string; base: string }

const heightPx = 320
const maxWidthPx = 1040
const gapPart = 0.25
const linePx = 4
/** So high is a bar of zero, to tell it from one that is unknown. */
const zeroPx = 4

/**
 * Draws a bar chart as PNG, twice as large as it is shown: a base line, the bars, and the limit across them. It has no ground of
 * its own, so that it suits a light and a dark mail.
 */
export function drawBarsPng(
  { bars, marked = [], limits = [] }: BarChart,
  colors: ChartColors,
): { widthPx: number; heightPx: number; content: Buffer } {
  const barPx = Math.floor(maxWidthPx / Math.max(bars.length, 1))
  const widthPx = barPx * Math.max(bars.length, 1)
  const plotPx = heightPx - 2 * linePx
  const highest = Math.max(1, ...bars.map((bar) => bar ?? 0), ...limits)
  const gapPx = Math.floor(barPx * gapPart)
  const scaled = (value: number) => Math.round((value / highest) * plotPx)
  const rectangles: PixelRectangle[] = [{ x: 0, y: heightPx - linePx, widthPx, heightPx: linePx, color: colors.base }]
  for (const [index, bar] of bars.entries()) {
    if (bar === null) continue
    const barHeightPx = Math.max(zeroPx, scaled(bar))
    rectangles.push({
      ...{ x: index * barPx, y: heightPx - linePx - barHeightPx, widthPx: barPx - gapPx, heightPx: barHeightPx },
      color: marked.includes(index) ? colors.marked : colors.bar,
    })
  }
  for (const [index, limit] of limits.entries())
    rectangles.push({
      ...{ x: index * barPx, y: heightPx - 2 * linePx - scaled(limit), widthPx: barPx, heightPx: linePx },
      color: colors.limit,
    })
  return { widthPx, heightPx, content: drawRectanglesPng(rectangles, { widthPx, heightPx }) }
}
