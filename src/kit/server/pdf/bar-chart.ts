import { chooseRoundTicks } from '../../round-ticks.ts'
import { type Fill, fillBox } from './fill.ts'
import { colors, contentWidth, pageLayout, type TextStyle, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawElement } from './tags.ts'
import { drawTextLine, lineHeight, widthOf } from './text-layout.ts'
import { withTextScale } from './text-scale.ts'

/** One bar of a chart: its parts are stacked from the axis upwards, negative ones downwards. */
export type Bar = {
  label: string
  /** Its total, shown below the label so that the bars stay free of text. */
  total: string
  parts: readonly { value: number; fill: Fill }[]
  /** Whether the document is about this bar. */
  isCurrent: boolean
}

export type Chart = {
  /** The text alternative for the chart. */
  altText: string
  /** The unit of the axis, e.g. `kWh`. */
  unit: string
  bars: readonly Bar[]
  legend: readonly { label: string; value: string; fill: Fill }[]
  formatTick: (value: number) => string
  /** The height of the plot in points; lower where the page has little room. */
  plotPoints?: number
}

const tickStyle: TextStyle = { ...textStyles.note, tabular: true }
const currentStyle: TextStyle = { ...textStyles.note, weight: 'semibold', color: colors.text }
const totalStyle: TextStyle = { ...currentStyle, tabular: true }

const defaultPlotPoints = 70
const rowHeight = lineHeight(textStyles.note)
/** Below the plot: labels and totals, followed by the rows of the legend. */
const labelsHeight = 4 + 2 * rowHeight
const legendGap = 8
const legendRowHeight = rowHeight + 3
const unitHeight = rowHeight + 6
const axisGap = 6
const partGap = 0.8
const swatchPoints = 8
// With few bars, each is as wide as in a chart of twelve.
const minSlots = 12

/** The geometry in points, with the number of points per unit of value. */
type Plot = {
  x: number
  top: number
  bottom: number
  axisY: number
  slotWidth: number
  pointsOf: (value: number) => number
}

/**
 * Draws bars over time with their scale, totals and legend, as one figure. Its letters have their usual size in every
 * document, because larger ones would not fit their bars; its text alternative and the tables beside it have what it
 * shows.
 */
export function drawBarChart(pdf: PdfDocument, chart: Chart) {
  withTextScale(1, () => drawChart(pdf, chart))
}

function drawChart(pdf: PdfDocument, chart: Chart) {
  const height = heightOfBarChart(pdf, chart)
  ensureSpace(pdf, height)

  const { y } = pdf
  const draw = () => {
    const ticks = ticksFor(chart.bars)
    const plot = layOutPlot(pdf, chart, ticks)
    drawTextLine(pdf, chart.unit, { x: pageLayout.left, y, style: textStyles.note })
    highlightCurrentBar(pdf, chart.bars, plot)
    drawGrid(pdf, ticks, plot, chart.formatTick)
    for (const [index, bar] of chart.bars.entries()) drawBar(pdf, bar, plot, plot.x + index * plot.slotWidth)
    drawLegend(pdf, legendRows(pdf, chart.legend), plot.bottom + labelsHeight + legendGap)
  }
  drawElement(pdf, pdf.root, 'Figure', draw, {
    alt: chart.altText,
    placement: 'Block',
    bbox: [pageLayout.left, y, pageLayout.width - pageLayout.right, y + height],
  })
  pdf.y += height
}

/** Returns the height of the chart in points. */
export function heightOfBarChart(pdf: PdfDocument, { legend, plotPoints = defaultPlotPoints }: Chart): number {
  const legendHeight = withTextScale(1, () => legendRows(pdf, legend)).length * legendRowHeight
  return unitHeight + plotPoints + labelsHeight + legendGap + legendHeight
}

function ticksFor(bars: readonly Bar[]): number[] {
  const above = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0))
  const below = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.min(value, 0), 0))
  return chooseRoundTicks(Math.min(...below), Math.max(...above))
}

function layOutPlot(
  pdf: PdfDocument,
  { bars, formatTick, plotPoints = defaultPlotPoints }: Chart,
  ticks: readonly number[],
): Plot {
  const axisWidth = Math.max(...ticks.map((tick) => widthOf(pdf, formatTick(tick), tickStyle))) + axisGap
  const [min, max] = [ticks[0]!, ticks.at(-1)!]
  const pointsOf = (value: number) => (plotPoints * value) / (max - min)
  const top = pdf.y + unitHeight
  const bottom = top + plotPoints
  const slotWidth = (contentWidth - axisWidth) / Math.max(bars.length, minSlots)
  return { x: pageLayout.left + axisWidth, top, bottom, axisY: bottom + pointsOf(min), slotWidth, pointsOf }
}

function drawGrid(pdf: PdfDocument, ticks: readonly number[], plot: Plot, formatTick: Chart['formatTick']) {
  for (const tick of ticks) {
    const y = plot.axisY - plot.pointsOf(tick)
    pdf.doc
      .moveTo(plot.x, y)
      .lineTo(pageLayout.width - pageLayout.right, y)
      .lineWidth(tick === 0 ? 0.8 : 0.4)
      .stroke(tick === 0 ? colors.edge : colors.line)
    const labelPosition = { x: plot.x - axisGap, y: y - rowHeight / 2, style: tickStyle, align: 'right' } as const
    drawTextLine(pdf, formatTick(tick), labelPosition)
  }
}

/** Draws the tint behind the current bar, down to its total. */
function highlightCurrentBar({ doc, brand }: PdfDocument, bars: readonly Bar[], { x, top, bottom, slotWidth }: Plot) {
  const index = bars.findIndex(({ isCurrent }) => isCurrent)
  if (index < 0) return
  doc.roundedRect(x + index * slotWidth, top, slotWidth, bottom - top + labelsHeight + 2, 4).fill(brand.brandTint)
}

function drawBar(pdf: PdfDocument, { label, total, parts, isCurrent }: Bar, plot: Plot, slotX: number) {
  const width = plot.slotWidth * 0.66
  const middle = slotX + plot.slotWidth / 2
  drawParts(pdf, parts, plot, { x: middle - width / 2, width })
  const y = plot.bottom + 4
  drawTextLine(pdf, label, { x: middle, y, style: isCurrent ? currentStyle : textStyles.note, align: 'center' })
  drawTextLine(pdf, total, { x: middle, y: y + rowHeight, style: totalStyle, align: 'center' })
}

function drawParts({ doc }: PdfDocument, parts: Bar['parts'], plot: Plot, { x, width }: { x: number; width: number }) {
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

/** Splits the legend entries into as many rows as they need. */
function legendRows(pdf: PdfDocument, legend: Chart['legend']): LegendEntry[][] {
  const rows: LegendEntry[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const width = swatchPoints + 5 + widthOf(pdf, `${entry.label} ${entry.value}`, totalStyle)
    if (x + width > pageLayout.width - pageLayout.right) {
      rows.push([])
      x = pageLayout.left
    }
    rows.at(-1)!.push({ ...entry, x })
    x += width + 16
  }
  return rows
}

function drawLegend(pdf: PdfDocument, rows: readonly LegendEntry[][], top: number) {
  for (const [index, entries] of rows.entries()) {
    const y = top + index * legendRowHeight
    for (const { x, label, value, fill } of entries) {
      fillBox(pdf.doc, { x, y: y + (rowHeight - swatchPoints) / 2, width: swatchPoints, height: swatchPoints }, fill)
      const textX = x + swatchPoints + 5
      drawTextLine(pdf, label, { x: textX, y, style: textStyles.note })
      drawTextLine(pdf, value, { x: textX + widthOf(pdf, `${label} `, textStyles.note), y, style: totalStyle })
    }
  }
}
