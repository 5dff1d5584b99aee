import { encode } from 'uqr'
import { drawBlackOnWhitePng } from './png.ts'

/**
 * Renders a text as a QR code: its width in modules, and its dark ones as an SVG path. A long text is read more easily
 * with larger modules than with more of them for correction: `L` has fewer than `M`.
 */
export function renderQrCode(text: string, correction: 'L' | 'M' = 'M'): { size: number; path: string } {
  const { size, data } = modulesOf(text, correction)
  return { size, path: data.map(pathOfRow).join('') }
}

/** Draws a text as a QR code in PNG, for where SVG is not shown, with `modulePx` pixels per module. */
export function drawCodePng(text: string, modulePx: number): { sizePx: number; content: Buffer } {
  const { size, data } = modulesOf(text, 'M')
  return { sizePx: size * modulePx, content: drawBlackOnWhitePng(data, modulePx) }
}

function modulesOf(text: string, ecc: 'L' | 'M') {
  return encode(text, { ecc, border: 4 })
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
