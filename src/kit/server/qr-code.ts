import { encode } from 'uqr'
import { drawBlackOnWhitePng } from './png.ts'

/** Renders a text as a QR code: its width in modules, and its dark ones as an SVG path. */
export function renderQrCode(text: string): { size: number; path: string } {
  const { size, data } = modulesOf(text)
  return { size, path: data.map(pathOfRow).join('') }
}

/** Draws a text as a QR code in PNG, for where SVG is not shown, with `modulePx` pixels per module. */
export function drawCodePng(text: string, modulePx: number): { sizePx: number; content: Buffer } {
  const { size, data } = modulesOf(text)
  return { sizePx: size * modulePx, content: drawBlackOnWhitePng(data, modulePx) }
}

function modulesOf(text: string) {
  return encode(text, { ecc: 'M', border: 4 })
}

function pathOfRow(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const end = row.indexOf(false, x)
    const width = (end === -1 ? row.length : end) - x
    path += `M${x} ${y}h${width}v1h-${width}z`
    x += width
  }
  return path
}
