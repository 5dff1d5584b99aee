import type { Paint, Token } from './chart-data.ts'
import type { Painter } from './painter.ts'

/** What the picture says besides the bars, since it leaves the page without its words. A line is told by its colour. */
export type ImageWords = { title: string; legend: readonly { sign: Paint | Token; text: string }[] }

type Wanted = { canvases: readonly HTMLCanvasElement[]; painter: Painter; words: ImageWords }

// In pixels of the page.
const margin = 24
const titleSize = 18
const titleHeight = 40
const legendSize = 13
const legendRow = 26
const swatch = 14

/** The drawn bars with their title and legend as a PNG on the colour of the page. */
export async function chartImage({ canvases, painter, words }: Wanted): Promise<Blob> {
  const ratio = devicePixelRatio
  const width = canvases[0]!.width + 2 * margin * ratio
  const image = document.createElement('canvas')
  const context = image.getContext('2d')!
  context.font = painter.font(500, legendSize * ratio)
  const rows = legendRows(context, words.legend, width - 2 * margin * ratio, ratio)
  const barsHeight = canvases.reduce((sum, { height }) => sum + height, 0)
  image.width = width
  image.height = barsHeight + (2 * margin + titleHeight + rows.length * legendRow + 8) * ratio

  context.fillStyle = painter.color('--surface')
  context.fillRect(0, 0, image.width, image.height)
  context.textBaseline = 'middle'
  context.fillStyle = painter.color('--ink')
  context.font = painter.font(600, titleSize * ratio)
  context.fillText(words.title, margin * ratio, (margin + titleSize / 2) * ratio)
  let y = (margin + titleHeight) * ratio
  for (const canvas of canvases) {
    context.drawImage(canvas, margin * ratio, y)
    y += canvas.height
  }
  drawLegend(context, painter, rows, { top: y, ratio })
  return new Promise((resolve) => {
    image.toBlob((blob) => resolve(blob!), 'image/png')
  })
}

function drawLegend(
  context: CanvasRenderingContext2D,
  painter: Painter,
  rows: readonly Entry[][],
  { top, ratio }: { top: number; ratio: number },
) {
  context.font = painter.font(500, legendSize * ratio)
  for (const [index, row] of rows.entries()) {
    const middle = top + (8 + (index + 0.5) * legendRow) * ratio
    for (const { x, sign, text } of row) {
      const left = margin * ratio + x
      drawSign(context, painter, sign, { left, middle, size: swatch * ratio, ratio })
      context.fillStyle = painter.color('--ink')
      context.fillText(text, left + (swatch + 8) * ratio, middle)
    }
  }
}

function drawSign(
  context: CanvasRenderingContext2D,
  painter: Painter,
  sign: Paint | Token,
  { left, middle, size, ratio }: { left: number; middle: number; size: number; ratio: number },
) {
  if (typeof sign === 'string') {
    context.fillStyle = painter.color(sign)
    context.fillRect(left, middle - 1.25 * ratio, size, 2.5 * ratio)
    return
  }
  context.fillStyle = painter.fill(sign)
  context.fillRect(left, middle - size / 2, size, size)
  context.strokeStyle = painter.color(sign.mark)
  context.lineWidth = ratio
  context.strokeRect(left, middle - size / 2, size, size)
}

type Entry = ImageWords['legend'][number] & { x: number }

/** The entries of the legend in as many rows as they need. */
function legendRows(
  context: CanvasRenderingContext2D,
  legend: ImageWords['legend'],
  width: number,
  ratio: number,
): Entry[][] {
  const rows: Entry[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const entryWidth = context.measureText(entry.text).width + (swatch + 8 + 20) * ratio
    if (x + entryWidth > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)!.push({ ...entry, x })
    x += entryWidth
  }
  return rows
}
