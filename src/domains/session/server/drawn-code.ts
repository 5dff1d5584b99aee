import { encode } from 'uqr'

/** A text as a QR code: its width in modules, and its dark ones as the path of an SVG. */
export function drawCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  return { size, path: data.map(runsOf).join('') }
}

function runsOf(row: boolean[], y: number): string {
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
