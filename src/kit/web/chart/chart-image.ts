import type { Paint, Token } from './chart-data.ts'
import type { ChartTheme } from './chart-theme.ts'

/** The caption of the image, which leaves the page without its text. A line is identified by its colour. */
export type ImageCaption = { title: string; legend: readonly { symbol: Paint | Token; text: string }[] }

type ChartImageOptions = { canvases: readonly HTMLCanvasElement[]; theme: ChartTheme; caption: ImageCaption }

// In CSS pixels.
const margin = 24
const titleSize = 18
const titleHeight = 40
const legendSize = 13
const legendRow = 26
const symbolSize = 14

/** Returns the drawn bars with their title and legend as a PNG on the page's background colour. */
export async function drawChartImage({ canvases, theme, caption }: ChartImageOptions): Promise<Blob> {
  const ratio = devicePixelRatio
  const width = canvases[0]!.width + 2 * margin * ratio
  const image = document.createElement('canvas')
  const context = image.getContext('2d')!
  context.font = theme.font(500, legendSize * ratio)
  const rows = legendRows(context, caption.legend, width - 2 * margin * ratio, ratio)
  const barsHeight = canvases.reduce((sum, { height }) => sum + height, 0)
  image.width = width
  image.height = barsHeight + (2 * margin + titleHeight + rows.length * legendRow + 8) * ratio

  context.fillStyle = theme.color('--surface')
  context.fillRect(0, 0, image.width, image.height)
  context.textBaseline = 'middle'
  context.fillStyle = theme.color('--ink')
  context.font = theme.font(600, titleSize * ratio)
  context.fillText(caption.title, margin * ratio, (margin + titleSize / 2) * ratio)
  let y = (margin + titleHeight) * ratio
  for (const canvas of canvases) {
    context.drawImage(canvas, margin * ratio, y)
    y += canvas.height
  }
  drawLegend(context, theme, rows, { top: y, ratio })
  return new Promise((resolve) => {
    image.toBlob((blob) => resolve(blob!), 'image/png')
  })
}

function drawLegend(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  rows: readonly ImageLegendEntry[][],
  { top, ratio }: { top: number; ratio: number },
) {
  context.font = theme.font(500, legendSize * ratio)
  for (const [index, row] of rows.entries()) {
    const middle = top + (8 + (index + 0.5) * legendRow) * ratio
    for (const { x, symbol, text } of row) {
      const left = margin * ratio + x
      drawSymbol(context, theme, symbol, { left, middle, size: symbolSize * ratio, ratio })
      context.fillStyle = theme.color('--ink')
      context.fillText(text, left + (symbolSize + 8) * ratio, middle)
    }
  }
}

function drawSymbol(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  symbol: Paint | Token,
  { left, middle, size, ratio }: { left: number; middle: number; size: number; ratio: number },
) {
  if (typeof symbol === 'string') {
    context.fillStyle = theme.color(symbol)
    context.fillRect(left, middle - 1.25 * ratio, size, 2.5 * ratio)
    return
  }
  context.fillStyle = theme.fill(symbol)
  context.fillRect(left, middle - size / 2, size, size)
  context.strokeStyle = theme.color(symbol.mark)
  context.lineWidth = ratio
  context.strokeRect(left, middle - size / 2, size, size)
}

type ImageLegendEntry = ImageCaption['legend'][number] & { x: number }

/** Splits the legend entries into as many rows as they need. */
function legendRows(
  context: CanvasRenderingContext2D,
  legend: ImageCaption['legend'],
  width: number,
  ratio: number,
): ImageLegendEntry[][] {
  const rows: ImageLegendEntry[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const entryWidth = context.measureText(entry.text).width + (symbolSize + 8 + 20) * ratio
    if (x + entryWidth > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)!.push({ ...entry, x })
    x += entryWidth
  }
  return rows
}
