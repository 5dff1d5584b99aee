import { expect, test } from 'vitest'
import { rasterImageUrl } from './raster-image.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([26, 0, 0, 0]), Buffer.from('WEBPVP8L')]).toString(
  'base64',
)

const cases: [reason: string, base64: string, url: string | null][] = [
  ['a PNG', dot, `data:image/png;base64,${dot}`],
  ['base64 comes in lines too', `${dot.slice(0, 40)}\n${dot.slice(40)}\n`, `data:image/png;base64,${dot}`],
  ['a JPEG', '/9j/4AAQSkZJRgABAQ==', 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ=='],
  ['a GIF', 'R0lGODlhAQABAAAAACw=', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
  ['a WebP', webp, `data:image/webp;base64,${webp}`],
  ['an SVG may carry script', Buffer.from('<svg onload="alert(1)"/>').toString('base64'), null],
  ['another RIFF file is no picture', Buffer.from('RIFF....WAVEfmt ').toString('base64'), null],
  ['text that is no base64', 'iVBORw0KGgo"><script>', null],
  ['nothing', '', null],
]
test.each(cases)('%s', (_, base64, url) => {
  expect(rasterImageUrl(base64)).toBe(url)
})
