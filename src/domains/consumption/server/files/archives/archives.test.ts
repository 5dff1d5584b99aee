import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { daysOf, readEvents, refusalsOf } from '../files-testing.ts'
import { oneStream, twoBlocks, twoStreams } from './bzip2-samples.ts'

const cups = 'ES0021990000000001KS0F'

/** Returns a P5D file of complete days with the given Wh per hour. */
function p5d(days: string[], wh = 100): string {
  return days
    .flatMap((day) => [
      ...Array.from(
        { length: 23 },
        (_, hour) => `${cups};2026/01/${day} ${String(hour + 1).padStart(2, '0')}:00;0;${wh};`,
      ),
      `${cups};2026/01/${String(Number(day) + 1).padStart(2, '0')} 00:00;0;${wh};`,
    ])
    .join('\n')
}

const manyDays = p5d(Array.from({ length: 28 }, (_, day) => String(day + 1).padStart(2, '0')))
const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
const firstHalf = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)

function withFlippedBit(bytes: Uint8Array): Uint8Array {
  const damaged = Buffer.from(bytes)
  damaged[Math.floor(damaged.length / 2)]! ^= 1
  return damaged
}

const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1')

function withDeclaredBytes(zip: Uint8Array, declaredBytes: number): Uint8Array {
  const changed = Buffer.from(zip)
  changed.writeUInt32LE(declaredBytes, changed.indexOf(DIRECTORY_ENTRY) + 24)
  return changed
}

function withFlags(zip: Uint8Array, flags: number): Uint8Array {
  const changed = Buffer.from(zip)
  changed.writeUInt16LE(flags, changed.indexOf(DIRECTORY_ENTRY) + 8)
  return changed
}

test.each<[name: string, bytes: Uint8Array, files: string[], days: number, reason: string]>([
  ['P5D_20260101.0.gz', gzipSync(p5d(['01'])), ['P5D_20260101.0'], 1, 'gzip'],
  [
    'x.gz',
    Buffer.concat([gzipSync(`${p5d(['01'])}\n`), gzipSync(p5d(['02']))]),
    ['x'],
    2,
    'gzip of several members, joined',
  ],
  ['P5D_20260101.0.bz2', bytesOf(oneStream), ['P5D_20260101.0'], 1, 'bzip2'],
  ['x.BZ2', bytesOf(twoStreams), ['x'], 121, 'bzip2 of several streams, as parallel compressors make'],
  ['x.bz2', bytesOf(twoBlocks), ['x'], 120, 'bzip2 of several blocks'],
  [
    'curves',
    zipSync({ 'a.0': strToU8(p5d(['01'])), 'b.0': strToU8(p5d(['02'])) }),
    ['a.0', 'b.0'],
    2,
    'every file of a zip',
  ],
  ['x.zip', zipSync({ a: strToU8(p5d(['01'])) }, { level: 0 }), ['a'], 1, 'a zip without compression'],
  [
    'x.zip',
    zipSync({ '../a.0': strToU8(p5d(['01'])) }),
    ['../a.0'],
    1,
    'a zip with a name outside it, which names no file here',
  ],
  ['x.zip', zipSync({ 'año.0': strToU8(p5d(['01'])) }), ['año.0'], 1, 'a zip with a Spanish name in it'],
  [
    'x.zip',
    zipSync({ 'dir/': new Uint8Array(), 'dir/a': strToU8(p5d(['01'])), '__MACOSX/._a': strToU8('?') }),
    ['dir/a'],
    1,
    'folders, and what macOS adds, are no files',
  ],
  [
    'x.zip',
    zipSync({ 'a.0.bz2': bytesOf(oneStream), 'b.gz': gzipSync(p5d(['02'])) }),
    ['a.0', 'b'],
    2,
    'archives in a zip',
  ],
])('reads %s as %j with %i days: %s', async (name, bytes, files, days) => {
  const events = await readEvents(bytes, name)
  expect(refusalsOf(events)).toEqual([])
  expect(events.filter(({ kind }) => kind === 'recognised').map(({ file }) => file)).toEqual(files)
  expect(daysOf(events)).toHaveLength(days)
  expect(await readEvents(bytes, name, {}, 11)).toEqual(events)
})

test.each<[code: string, reason: string, bytes: Uint8Array]>([
  ['archive_broken', 'gzip, cut off', firstHalf(gzipSync(manyDays))],
  ['archive_broken', 'gzip, damaged', withFlippedBit(gzipSync(manyDays))],
  ['archive_broken', 'zip, cut off', firstHalf(zipSync({ a: strToU8(manyDays) }))],
  ['archive_broken', 'zip, damaged', withFlippedBit(zipSync({ a: strToU8(manyDays) }))],
  [
    'archive_broken',
    'zip without compression, damaged',
    withFlippedBit(zipSync({ a: strToU8(manyDays) }, { level: 0 })),
  ],
  ['archive_broken', 'bzip2, cut off', firstHalf(bytesOf(oneStream))],
  ['archive_broken', 'bzip2, damaged', withFlippedBit(bytesOf(oneStream))],
  ['archive_broken', 'the header of a bzip2', bytesOf(oneStream).subarray(0, 4)],
  [
    'archive_broken',
    'a zip that declares fewer bytes than it holds',
    withDeclaredBytes(zipSync({ a: strToU8(manyDays) }), 1),
  ],
  ['archive_broken', 'an encrypted zip', withFlags(zipSync({ a: strToU8(p5d(['01'])) }), 1)],
  ['spreadsheet', 'an Excel file', zipSync({ '[Content_Types].xml': strToU8('<x/>'), 'xl/a.xml': strToU8('<x/>') })],
  ['file_empty', 'nothing, compressed', gzipSync('')],
  ['file_empty', 'a zip of nothing', zipSync({ 'dir/': new Uint8Array() })],
])('refuses as %s and imports nothing of it: %s', async (code, _reason, bytes) => {
  const events = await readEvents(bytes)
  expect(refusalsOf(events)).toEqual([code])
  expect(daysOf(events)).toEqual([])
})

test.each<[reason: string, bytes: Uint8Array]>([
  ['cut off in the second block', bytesOf(twoBlocks).subarray(0, -60)],
  ['followed by other data', Buffer.concat([bytesOf(twoBlocks), Buffer.from('more')])],
])('imports the intact blocks of a bzip2 %s', async (_reason, bytes) => {
  const events = await readEvents(bytes)
  expect(refusalsOf(events)).toEqual(['archive_cut'])
  expect(daysOf(events).length).toBeGreaterThan(80)
  expect(daysOf(events).every(({ importWh }) => importWh.every((wh) => wh === 100 || wh === null))).toBe(true)
})

test('imports the other files of a zip with an invalid one', async () => {
  const zip = zipSync({
    'a.txt': strToU8('Nombre;Apellido\n'),
    b: strToU8(p5d(['01'])),
    'c.gz': firstHalf(gzipSync(p5d(['02']))),
  })
  const events = await readEvents(zip)
  expect(events.filter((event) => event.kind === 'refused')).toEqual([
    { kind: 'refused', file: 'a.txt', line: null, code: 'format_unknown' },
    expect.objectContaining({ file: 'c', code: 'archive_broken' }),
  ])
  expect(daysOf(events)[0]).toMatchObject({ day: '2026-01-01' })
})

test('stops at a limit of nested archives', async () => {
  let nested = Buffer.from(p5d(['01']))
  for (let layer = 0; layer < 5; layer++) nested = gzipSync(nested)
  expect(refusalsOf(await readEvents(nested))).toEqual(['format_unknown'])
})

test.each<[fileName: string, version: number, reason: string]>([
  ['F5D_0021_0999_20260801.0', 0, 'the first'],
  ['F5D_0021_0999_20260801.12', 12, 'a late one'],
  ['F5D_0021_0999_20260801.2.bz2', 2, 'behind the ending of an archive'],
  ['P1_0022_20260507_20260706.6', 6, 'with two dates'],
  ['consumos_2026.csv', 0, 'a customer has no versions'],
  ['consumos 01.08.csv', 0, 'nor has a date of August the eighth'],
])('parses the version of %s as %i: %s', async (fileName, version) => {
  const [recognised] = await readEvents(p5d(['01']), fileName)
  expect(recognised).toMatchObject({ kind: 'recognised', version })
})

test('applies the version of an archive to files in it without one', async () => {
  const zip = zipSync({ a: strToU8(p5d(['01'])), 'b_20260801.3': strToU8(p5d(['02'])) })
  expect(daysOf(await readEvents(zip, 'P5D_0021_0999_20260801.1.ZIP')).map(({ version }) => version)).toEqual([1, 3])
})
