import decodeQr from 'qr/decode.js'
import type { PdfImage } from './list-pdf-images.ts'

// Pictures of a file are sharp and straight, other than photos: what is not found soon is not there.
const options = { format: 'RGB', effort: 4, timeLimit: 250 } as const
// Many files store a pixel for each module and leave its size to the page. The decoder needs several.
const minSidePixels = 600
// A code has a quiet zone of four modules, at most a sixth of it, which pictures often leave to the page.
const marginShare = 1 / 6

/** Returns the text of the QR code in a picture of a PDF; null if it has none. */
export function decodePdfImage(image: PdfImage): string | null {
  try {
    return decodeQr(enlarge(image), options)
  } catch {
    // There is none, or none that can be read.
    return null
  }
}

/** Draws a picture on white paper, with a margin, and larger by a whole factor if it is small. */
function enlarge(image: PdfImage) {
  const longSide = Math.max(image.width, image.height)
  const scale = Math.ceil(minSidePixels / longSide)
  const margin = Math.ceil(longSide * marginShare)
  const width = (image.width + 2 * margin) * scale
  const height = (image.height + 2 * margin) * scale
  const data = new Uint8Array(width * height * 3).fill(0xff)
  for (let y = 0; y < image.height; y++) {
    const top = (y + margin) * scale
    for (let x = 0; x < image.width; x++) {
      const start = (top * width + (x + margin) * scale) * 3
      data.fill(brightnessAt(image, x, y), start, start + scale * 3)
    }
    const row = data.subarray(top * width * 3, (top + 1) * width * 3)
    for (let copy = 1; copy < scale; copy++) data.set(row, (top + copy) * width * 3)
  }
  return { width, height, data }
}

/** Returns how bright a pixel is on white paper, 0 to 255. */
function brightnessAt({ width, data, bitsPerPixel }: PdfImage, x: number, y: number): number {
  if (bitsPerPixel === 1) return data[y * Math.ceil(width / 8) + (x >> 3)]! & (0x80 >> (x & 7)) ? 0xff : 0
  const bytes = bitsPerPixel / 8
  const start = (y * width + x) * bytes
  const brightness = (data[start]! + data[start + 1]! + data[start + 2]!) / 3
  return bytes === 3 ? brightness : 0xff + ((brightness - 0xff) * data[start + 3]!) / 0xff
}
