import { roundTicks } from '../../round-ticks.ts'
import { type Fill, fillBox } from './fill.ts'
import { inks, measure, page, type Voice, voices } from './paper.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { drawElement } from './tags.ts'
import { lineHeight, setLine, widthOf } from './type.ts'

/** One bar of a chart: its parts stand on each other from the axis up, and those below zero hang from it. */
export type Bar = {
  label: string
  /** Its total, which stands under the label so that the bars stay clean. */
  total: string
  parts: readonly { value: number; fill: Fill }[]
  /** The bar that the document is about. */
  isCurrent: boolean
}

export type Chart = {
  /** What the picture says, for whoever cannot see it. */
  alternative: string
  /** Names the axis, e.g. `kWh`. */
  unit: string
  bars: readonly Bar[]
  legend: readonly { label: string; value: string; fill: Fill }[]
  formatTick: (value: number) => string
  /** Lower where the page has little room. */
  plotPoints?: number
}

const tickVoice: Voice = { ...voices.note, tabular: true }
const currentVoice: Voice = { ...voices.note, weight: 'semibold', color: inks.text }
const totalVoice: Voice = { ...currentVoice, tabular: true }

const usualPlotPoints = 70
const rowHeight = lineHeight(voices.note)
/** From the plot down: labels and totals, then the rows of the legend. */
const labelsHeight = 4 + 2 * rowHeight
const legendGap = 8
const legendRowHeight = rowHeight + 3
const unitHeight = rowHeight + 6
const axisGap = 6
const partGap = 0.8
const swatch = 8
// Few bars are as wide as those of a year.
const fewestSlots = 12

/** Where things are, in points; a value of the chart is so many points high. */
type Plot = {
  x: number
  top: number
  bottom: number
  axisY: number
  slotWidth: number
  pointsOf: (value: number) => number
}

/** Draws bars over time with their scale, their totals and their legend, as one figure. */
export function drawBarChart(sheet: Sheet, chart: Chart) {
  const height = heightOfBarChart(sheet, chart)
  makeRoom(sheet, height)

  const { y } = sheet
  const draw = () => {
    const ticks = ticksFor(chart.bars)
    const plot = layPlot(sheet, chart, ticks)
    setLine(sheet, chart.unit, { x: page.left, y, voice: voices.note })
    drawCurrent(sheet, chart.bars, plot)
    drawGrid(sheet, ticks, plot, chart.formatTick)
    for (const [index, bar] of chart.bars.entries()) drawBar(sheet, bar, plot, plot.x + index * plot.slotWidth)
    drawLegend(sheet, legendRows(sheet, chart.legend), plot.bottom + labelsHeight + legendGap)
  }
  drawElement(sheet, sheet.root, 'Figure', draw, {
    alt: chart.alternative,
    placement: 'Block',
    bbox: [page.left, y, page.width - page.right, y + height],
  })
  sheet.y += height
}

/** The height that the chart takes, in points. */
export function heightOfBarChart(sheet: Sheet, { legend, plotPoints = usualPlotPoints }: Chart): number {
  const legendHeight = legendRows(sheet, legend).length * legendRowHeight
  return unitHeight + plotPoints + labelsHeight + legendGap + legendHeight
}

function ticksFor(bars: readonly Bar[]): number[] {
  const above = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0))
  const below = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.min(value, 0), 0))
  return roundTicks(Math.min(...below), Math.max(...above))
}

function layPlot(
  sheet: Sheet,
  { bars, formatTick, plotPoints = usualPlotPoints }: Chart,
  ticks: readonly number[],
): Plot {
  const axisWidth = Math.max(...ticks.map((tick) => widthOf(sheet, formatTick(tick), tickVoice))) + axisGap
  const [least, greatest] = [ticks[0]!, ticks.at(-1)!]
  const pointsOf = (value: number) => (plotPoints * value) / (greatest - least)
  const top = sheet.y + unitHeight
  const bottom = top + plotPoints
  const slotWidth = (measure - axisWidth) / Math.max(bars.length, fewestSlots)
  return { x: page.left + axisWidth, top, bottom, axisY: bottom + pointsOf(least), slotWidth, pointsOf }
}

function drawGrid(sheet: Sheet, ticks: readonly number[], plot: Plot, formatTick: Chart['formatTick']) {
  for (const tick of ticks) {
    const y = plot.axisY - plot.pointsOf(tick)
    sheet.doc
      .moveTo(plot.x, y)
      .lineTo(page.width - page.right, y)
      .lineWidth(tick === 0 ? 0.8 : 0.4)
      .stroke(tick === 0 ? inks.edge : inks.line)
    const place = { x: plot.x - axisGap, y: y - rowHeight / 2, voice: tickVoice, align: 'right' } as const
    setLine(sheet, formatTick(tick), place)
  }
}

/** The tint behind the bar that the document is about goes down to its total. */
function drawCurrent({ doc, brand }: Sheet, bars: readonly Bar[], { x, top, bottom, slotWidth }: Plot) {
  const index = bars.findIndex(({ isCurrent }) => isCurrent)
  if (index < 0) return
  doc.roundedRect(x + index * slotWidth, top, slotWidth, bottom - top + labelsHeight + 2, 4).fill(brand.brandTint)
}

function drawBar(sheet: Sheet, { label, total, parts, isCurrent }: Bar, plot: Plot, slotX: number) {
  const width = plot.slotWidth * 0.66
  const middle = slotX + plot.slotWidth / 2
  drawParts(sheet, parts, plot, { x: middle - width / 2, width })
  const y = plot.bottom + 4
  setLine(sheet, label, { x: middle, y, voice: isCurrent ? currentVoice : voices.note, align: 'center' })
  setLine(sheet, total, { x: middle, y: y + rowHeight, voice: totalVoice, align: 'center' })
}

function drawParts({ doc }: Sheet, parts: Bar['parts'], plot: Plot, { x, width }: { x: number; width: number }) {
  let above = plot.axisY
  let below = plot.axisY
  for (const { value, fill } of parts) {
    const height = Math.abs(plot.pointsOf(value))
    if (height === 0) continue
    if (value > 0) above -= height
    fillBox(doc, { x, y: value > 0 ? above : below, width, height: Math.max(height - partGap, 0.4) }, fill)
    if (value < 0) below += height
  }
}

type LegendEntry = Chart['legend'][number] & { x: number }

/** The entries of the legend in as many rows as they need. */
function legendRows(sheet: Sheet, legend: Chart['legend']): LegendEntry[][] {
  const rows: LegendEntry[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const width = swatch + 5 + widthOf(sheet, `${entry.label} ${entry.value}`, totalVoice)
    if (x + width > page.width - page.right) {
      rows.push([])
      x = page.left
    }
    rows.at(-1)!.push({ ...entry, x })
    x += width + 16
  }
  return rows
}

function drawLegend(sheet: Sheet, rows: readonly LegendEntry[][], top: number) {
  for (const [index, entries] of rows.entries()) {
    const y = top + index * legendRowHeight
    for (const { x, label, value, fill } of entries) {
      fillBox(sheet.doc, { x, y: y + (rowHeight - swatch) / 2, width: swatch, height: swatch }, fill)
      const textX = x + swatch + 5
      setLine(sheet, label, { x: textX, y, voice: voices.note })
      setLine(sheet, value, { x: textX + widthOf(sheet, `${label} `, voices.note), y, voice: totalVoice })
    }
  }
}
