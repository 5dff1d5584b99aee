import { describe, expect, test } from 'vitest'
import { detectMediaType, isBase64, storedFileName } from './rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('detectMediaType', () => {
  test.each([
    ['%PDF-1.7\n', 'application/pdf', 'a scanned contract'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg', 'the photo of a meter'],
    ['\x89PNG\r\n\x1a\n\0\0', 'image/png', 'a picture of the screen'],
    ['GIF89a', 'image/gif', 'an old drawing'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp', 'a picture from the web'],
    ['\0\0\0\x18ftypheic', 'image/heic', 'the photo of an iPhone'],
    ['\0\0\0\x1cftypavif', 'image/avif', 'the photo of a new telephone'],
    ['II*\0\x08\0', 'image/tiff', 'the sheet of a scanner'],
    ['<svg xmlns=', null, 'a drawing may carry script'],
    ['<html>', null, 'a page'],
    ['MZ\x90', null, 'a program'],
    ['PK\x03\x04', null, 'an archive, which may be a document of an office'],
    ['text %PDF-', null, 'only the beginning counts'],
    ['', null, 'nothing is nothing'],
  ])('of a file that begins with %j returns %s: %s', (beginning, mediaType, _why) => {
    expect(detectMediaType(bytes(beginning))).toBe(mediaType)
  })
})

describe('the stored file name', () => {
  test.each([
    ['contador.jpg', 'image/jpeg', 'contador.jpg', 'that it had'],
    ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.jpeg', 'with a small ending'],
    ['factura.exe', 'application/pdf', 'factura.pdf', 'with the ending of what it is'],
    ['../../etc/passwd', 'image/png', 'passwd.png', 'without folders'],
    ['C:\\fotos\\a.png', 'image/png', 'a.png', 'without folders, as Windows writes them'],
    ['a\u202egnp.exe', 'image/png', 'agnp.png', 'without what turns letters round'],
    ['', 'image/heic', 'file.heic', 'even when it had none'],
  ] as const)('of %j, a %s, is %s: %s', (given, mediaType, kept, _how) => {
    expect(storedFileName(given, mediaType)).toBe(kept)
  })
})

test.each([
  ['QUJD', true, 'three bytes'],
  ['QUI=', true, 'two'],
  ['QQ==', true, 'one'],
  ['a+/9', true, 'every letter'],
  ['', false, 'nothing'],
  ['QUJ', false, 'not filled up'],
  ['QQ=A', false, 'filled up in the middle'],
  ['Q===', false, 'filled up with too much'],
  ['QU D', false, 'a space'],
  ['QU-_', false, 'the letters of addresses'],
])('whether %j is base64: %s, because it is %s', (text, isIt) => {
  expect(isBase64(text)).toBe(isIt)
})

test('a base64 text of many megabytes is checked', () => {
  expect(isBase64('A'.repeat(66_000_000))).toBe(true)
})
