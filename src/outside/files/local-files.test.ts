import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { localFiles } from './local-files.ts'

let folder: string
let files: Files

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llum-files-'))
  files = localFiles(join(folder, 'files'))
})
afterAll(() => rm(folder, { recursive: true }))

test('what was put is read under the key that was handed out', async () => {
  const key = await files.put(Buffer.from('Contracte signat'))
  expect(await text((await files.get(key))!)).toBe('Contracte signat')
})

test('the same bytes have the same key, others another', async () => {
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

describe('what comes as a stream', () => {
  test('has a key of its own, so that taking it away leaves the same bytes elsewhere alone', async () => {
    const put = await files.put(Buffer.from('twin'))
    const kept = await files.keep(Readable.from([Buffer.from('tw'), Buffer.from('in')]))
    expect(kept).toEqual({ key: expect.stringMatching(/^[\da-f]{64}$/), sizeBytes: 4 })
    expect(await text((await files.get(kept.key))!)).toBe('twin')
    await files.remove(kept.key)
    expect(await files.get(kept.key)).toBeUndefined()
    expect(await text((await files.get(put))!)).toBe('twin')
  })

  test('and breaks off leaves nothing behind', async () => {
    const before = await readdir(join(folder, 'files'), { recursive: true })
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The line is dead.')
    }
    await expect(files.keep(Readable.from(broken()))).rejects.toThrow('The line is dead.')
    const left = (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => !before.includes(name))
    expect(left.filter((name) => name.includes('/'))).toEqual([])
  })

  test('is no path that can be removed', async () => {
    await expect(files.remove('../files')).resolves.toBeUndefined()
  })
})
