import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
