import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipEntry, zipFiles } from './zip.ts'

const now = new Date('2026-11-20T10:00:00Z')

test('unpacks to the same files, text and binary, in several chunks and empty', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'año/uno.txt', content: ['Hola, ', 'España'] }
    yield { name: 'two.bin', content: [new Uint8Array([1, 2, 3])], isPacked: true }
    yield { name: 'empty.txt', content: [] }
  }
  const files = unzipSync(await allOf(zipFiles(entries(), now)))
  expect(Object.keys(files)).toEqual(['año/uno.txt', 'two.bin', 'empty.txt'])
  expect(Buffer.from(files['año/uno.txt']!).toString()).toBe('Hola, España')
  expect([...files['two.bin']!]).toEqual([1, 2, 3])
})

test('streams a large file: the archive begins before the file has ended', async () => {
  let made = 0
  function* large() {
    for (; made < 200; made++) yield Buffer.alloc(100_000, made)
  }
  const archive = zipFiles([{ name: 'large', content: large(), isPacked: true }], now)
  const first = await archive.next()
  expect(first.value!.length).toBeGreaterThan(0)
  expect(made).toBeLessThan(3)
})

test('fails the archive when reading an entry fails', async () => {
  // biome-ignore lint/correctness/useYield: it fails before the first chunk.
  async function* broken(): AsyncGenerator<string> {
    throw new Error('the disk is gone')
  }
  const archive = zipFiles([{ name: 'x', content: broken() }], now)
  await expect(allOf(archive)).rejects.toThrow('the disk is gone')
})

test('unpacks more files than the classic directory can count', async () => {
  const count = 66_000
  function* many(): Generator<ZipEntry> {
    for (let index = 0; index < count; index++) yield { name: `${index}`, content: [`${index}`], isPacked: true }
  }
  const files = unzipSync(await allOf(zipFiles(many(), now)))
  expect(Object.keys(files)).toHaveLength(count)
  expect(Buffer.from(files['65999']!).toString()).toBe('65999')
})

async function allOf(archive: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) chunks.push(chunk)
  return Buffer.concat(chunks)
}
