import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { s3Files } from './s3-files.ts'
import { type S3StandIn, startS3StandIn } from './testing/s3-stand-in.ts'

let standIn: S3StandIn
let files: Files

beforeAll(async () => {
  standIn = await startS3StandIn()
  files = s3Files(standIn.bucket)
})
afterAll(() => standIn.close())

test('what was put is read under the key that was handed out, the same for the same bytes', async () => {
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

describe('what comes as a stream', () => {
  test('has a key of its own, and can be taken away', async () => {
    const put = await files.put(Buffer.from('twin'))
    const kept = await files.keep(Readable.from([Buffer.from('tw'), Buffer.from('in')]))
    expect(kept).toEqual({ key: expect.stringMatching(/^[\da-f]{64}$/), sizeBytes: 4 })
    expect(await text((await files.get(kept.key))!)).toBe('twin')
    await files.remove(kept.key)
    expect(await files.get(kept.key)).toBeUndefined()
    expect(await text((await files.get(put))!)).toBe('twin')
  })

  test('and breaks off leaves nothing behind', async () => {
    const before = standIn.objects.size
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('The line is dead.')
    }
    await expect(files.keep(Readable.from(broken()))).rejects.toThrow('The line is dead.')
    expect(standIn.objects.size).toBe(before)
  })
})

test('a bucket that is out of breath is asked again', async () => {
  standIn.fail(2)
  const key = await files.put(Buffer.from('later'))
  expect(await text((await files.get(key))!)).toBe('later')
})

test.each([
  ['another secret', { secretAccessKey: 'guessed' }, '403 SignatureDoesNotMatch'],
  ['another region', { region: 'eu-west-1' }, '403 SignatureDoesNotMatch'],
])('with %s nothing is kept, read or removed, and the failure says why', async (_, other, told) => {
  const stranger = s3Files({ ...standIn.bucket, ...other })
  await expect(stranger.put(Buffer.from('mine'))).rejects.toThrow(told)
  await expect(stranger.get('0'.repeat(64))).rejects.toThrow(told)
  await expect(stranger.remove('0'.repeat(64))).rejects.toThrow(told)
})
