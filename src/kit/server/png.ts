import { crc32, deflateSync } from 'node:zlib'

/**
 * A square picture: returns the colour of each point, from 0 to 1 across and down, as [red, green, blue, opacity], each
 * 0 to 255.
 */
export type PixelShader = (x: number, y: number) => readonly [number, number, number, number]

/** The number of samples across each pixel, for smooth edges. */
const pointsAcross = 4

/** Draws a square picture as PNG (ISO/IEC 15948), eight bits per channel. */
export function drawPng(shader: PixelShader, sizePx: number): Buffer {
  const rows = Buffer.alloc(sizePx * (1 + 4 * sizePx))
  for (let row = 0; row < sizePx; row++)
    for (let column = 0; column < sizePx; column++)
      rows.set(pixelOf(shader, { row, column, sizePx }), row * (1 + 4 * sizePx) + 1 + 4 * column)
  return encodePng({ widthPx: sizePx, heightPx: sizePx, bitDepth: 8, colorType: 6 }, rows)
}

/** A rectangle of one colour (`#rrggbb`), in whole pixels from the upper left corner. */
export type PixelRectangle = { x: number; y: number; widthPx: number; heightPx: number; color: string }

/** Draws rectangles on nothing, each over those before it, as PNG with eight bits per channel. */
export function drawRectanglesPng(
  rectangles: readonly PixelRectangle[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Buffer {
  const rowBytes = 1 + 4 * widthPx
  const rows = Buffer.alloc(rowBytes * heightPx)
  for (const { x, y, color, ...size } of rectangles) {
    const line = Buffer.alloc(4 * size.widthPx, Buffer.from(`${color.slice(1)}ff`, 'hex'))
    for (let row = y; row < y + size.heightPx; row++) rows.set(line, row * rowBytes + 1 + 4 * x)
  }
  return encodePng({ widthPx, heightPx, bitDepth: 8, colorType: 6 }, rows)
}

/** Draws black and white squares, each `squarePx` pixels wide, as PNG with one bit per pixel. */
export function drawBlackOnWhitePng(squares: readonly (readonly boolean[])[], squarePx: number): Buffer {
  const sizePx = squares.length * squarePx
  const rowBytes = 1 + Math.ceil(sizePx / 8)
  const rows = Buffer.alloc(rowBytes * sizePx)
  for (let row = 0; row < sizePx; row++)
    for (let column = 0; column < sizePx; column++) {
      const isWhite = !squares[Math.floor(row / squarePx)]![Math.floor(column / squarePx)]
      if (isWhite) rows[row * rowBytes + 1 + (column >> 3)]! |= 0x80 >> (column & 7)
    }
  return encodePng({ widthPx: sizePx, heightPx: sizePx, bitDepth: 1, colorType: 0 }, rows)
}

type PngFormat = { widthPx: number; heightPx: number; bitDepth: 1 | 8; colorType: 0 | 6 }

/**
 * Encodes a PNG. Rows begin with a filter byte, which is 0 for no filter. Colour type 0 is grey, 6 is red,
 * green and blue with opacity.
 */
function encodePng({ widthPx, heightPx, bitDepth, colorType }: PngFormat, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.set([bitDepth, colorType, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pixelOf(
  shader: PixelShader,
  { row, column, sizePx }: { row: number; column: number; sizePx: number },
): number[] {
  const sum = [0, 0, 0, 0]
  for (let down = 0; down < pointsAcross; down++)
    for (let across = 0; across < pointsAcross; across++) {
      const x = (column + (across + 0.5) / pointsAcross) / sizePx
      const y = (row + (down + 0.5) / pointsAcross) / sizePx
      const [red, green, blue, opacity] = shader(x, y)
      sum[0]! += red * opacity
      sum[1]! += green * opacity
      sum[2]! += blue * opacity
      sum[3]! += opacity
    }
  const opacity = sum[3]!
  const color = (index: number) => (opacity === 0 ? 0 : Math.round(sum[index]! / opacity))
  return [color(0), color(1), color(2), Math.round(opacity / pointsAcross ** 2)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
