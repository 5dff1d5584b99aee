import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { createLocalFiles } from './local-files.ts'

let folder: string
let files: Files

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llum-files-'))
  files = createLocalFiles(join(folder, 'files'))
})
afterAll(() => rm(folder, { recursive: true }))

test('returns a stored file under the key of `put`', async () => {
  const key = await files.put(Buffer.from('Contracte signat'))
  expect(await text((await files.get(key))!)).toBe('Contracte signat')
})

test('uses the same key for the same bytes and different keys for others', async () => {
  const key = await files.put(Buffer.from('once'))
  expect(await files.put(Buffer.from('once'))).toBe(key)
  expect(await files.put(Buffer.from('twice'))).not.toBe(key)
})

test.each([
  ['0'.repeat(64), 'nothing was put there'],
  ['../../../etc/hostname', 'a path is no key'],
  ['', 'nothing is no key'],
])('%j has no file: %s', async (key) => {
  expect(await files.get(key)).toBeUndefined()
})

describe('a streamed file', () => {
  test('has a unique key, so that removing it leaves the same bytes elsewhere untouched', async () => {
    const put = await files.put(Buffer.from('twin'))
    const storedFile = await files.putStream(Readable.from([Buffer.from('tw'), Buffer.from('in')]))
    expect(storedFile).toEqual({ key: expect.stringMatching(/^[\da-f]{64}$/), sizeBytes: 4 })
    expect(await text((await files.get(storedFile.key))!)).toBe('twin')
    await files.remove(storedFile.key)
    expect(await files.get(storedFile.key)).toBeUndefined()
    expect(await text((await files.get(put))!)).toBe('twin')
  })

  test('leaves nothing behind when the stream fails', async () => {
    const before = await readdir(join(folder, 'files'), { recursive: true })
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The line is dead.')
    }
    await expect(files.putStream(Readable.from(broken()))).rejects.toThrow('The line is dead.')
    const left = (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => !before.includes(name))
    expect(left.filter((name) => name.includes('/'))).toEqual([])
  })

  test('cannot be removed by a path', async () => {
    await expect(files.remove('../files')).resolves.toBeUndefined()
  })
})
