import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { type S3StandIn, startS3StandIn } from './testing/s3-stand-in.ts'

let standIn: S3StandIn
let files: Files

beforeAll(async () => {
  standIn = await startS3StandIn()
  files = createS3Files(standIn.bucket)
})
afterAll(() => standIn.close())

test('returns a stored file under the key of `put`, which is the same for the same bytes', async () => {
  const key = await files.put(Buffer.from('Contracte signat'))
  expect(await text((await files.get(key))!)).toBe('Contracte signat')
  expect(await files.put(Buffer.from('Contracte signat'))).toBe(key)
  expect([...standIn.objects.keys()]).toEqual([`/llum-files/${key}`])
})

test.each([
  ['0'.repeat(64), 'nothing was put there'],
  ['../llum-other/secret', 'a path is no key'],
  ['', 'nothing is no key'],
])('%j has no file: %s', async (key) => {
  expect(await files.get(key)).toBeUndefined()
  await expect(files.remove(key)).resolves.toBeUndefined()
})

describe('a streamed file', () => {
  test('has a unique key and can be removed', async () => {
    const put = await files.put(Buffer.from('twin'))
    const storedFile = await files.putStream(Readable.from([Buffer.from('tw'), Buffer.from('in')]))
    expect(storedFile).toEqual({ key: expect.stringMatching(/^[\da-f]{64}$/), sizeBytes: 4 })
    expect(await text((await files.get(storedFile.key))!)).toBe('twin')
    await files.remove(storedFile.key)
    expect(await files.get(storedFile.key)).toBeUndefined()
    expect(await text((await files.get(put))!)).toBe('twin')
  })

  test('leaves nothing behind when the stream fails', async () => {
    const before = standIn.objects.size
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The line is dead.')
    }
    await expect(files.putStream(Readable.from(broken()))).rejects.toThrow('The line is dead.')
    expect(standIn.objects.size).toBe(before)
  })
})

test('retries when the bucket is overloaded', async () => {
  standIn.fail(2)
  const key = await files.put(Buffer.from('later'))
  expect(await text((await files.get(key))!)).toBe('later')
})

test.each([
  ['another secret', { secretAccessKey: 'guessed' }, '403 SignatureDoesNotMatch'],
  ['another region', { region: 'eu-west-1' }, '403 SignatureDoesNotMatch'],
])('with %s nothing is stored, read or removed, and the error states the reason', async (_, other, message) => {
  const stranger = createS3Files({ ...standIn.bucket, ...other })
  await expect(stranger.put(Buffer.from('mine'))).rejects.toThrow(message)
  await expect(stranger.get('0'.repeat(64))).rejects.toThrow(message)
  await expect(stranger.remove('0'.repeat(64))).rejects.toThrow(message)
})
