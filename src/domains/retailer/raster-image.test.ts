import { expect, test } from 'vitest'
import { rasterImageUrl } from './raster-image.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([26, 0, 0, 0]), Buffer.from('WEBPVP8L')]).toString(
  'base64',
)

const cases: [reason: string, base64: string, url: string | null][] = [
  ['accepts a PNG', dot, `data:image/png;base64,${dot}`],
  ['accepts base64 split into lines', `${dot.slice(0, 40)}\n${dot.slice(40)}\n`, `data:image/png;base64,${dot}`],
  ['accepts a JPEG', '/9j/4AAQSkZJRgABAQ==', 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ=='],
  ['accepts a GIF', 'R0lGODlhAQABAAAAACw=', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
  ['accepts a WebP', webp, `data:image/webp;base64,${webp}`],
  ['refuses an SVG, which may contain script', Buffer.from('<svg onload="alert(1)"/>').toString('base64'), null],
  ['refuses another RIFF file', Buffer.from('RIFF....WAVEfmt ').toString('base64'), null],
  ['refuses text that is not base64', 'iVBORw0KGgo"><script>', null],
  ['nothing', '', null],
]
test.each(cases)('%s', (_, base64, url) => {
  expect(rasterImageUrl(base64)).toBe(url)
})
