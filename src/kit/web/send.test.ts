import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { makeSend } from './send.ts'

const change = call({
  method: 'POST',
  path: '/change',
  versions: [1],
  access: 'customer',
  freshAuthentication: true,
  reply: z.object({ done: z.boolean() }),
  summary: 'Changes something of weight',
})
const done = { status: 200, text: '{"done":true}' }
const wantsProof = { status: 403, text: '{"error":{"code":"fresh_authentication_required"}}' }

test('a call that wants a new proof is made once more when it has been given', async () => {
  const transport = vi.fn().mockResolvedValueOnce(wantsProof).mockResolvedValueOnce(done)
  const prove = vi.fn(async () => true)
  expect(await makeSend(transport, { prove })(change, {})).toEqual({ done: true })
  expect([prove.mock.calls.length, transport.mock.calls.length]).toEqual([1, 2])
})

test('it is refused when none is given, and when nobody can be asked', async () => {
  const refusal = { code: 'fresh_authentication_required', status: 403 }
  const transport = vi.fn(async () => wantsProof)
  await expect(makeSend(transport, { prove: async () => false })(change, {})).rejects.toMatchObject(refusal)
  await expect(makeSend(transport)(change, {})).rejects.toMatchObject(refusal)
  expect(transport).toHaveBeenCalledTimes(2)
})

test('it asks no more than once', async () => {
  const prove = vi.fn(async () => true)
  await expect(makeSend(async () => wantsProof, { prove })(change, {})).rejects.toMatchObject({ status: 403 })
  expect(prove).toHaveBeenCalledOnce()
})

test('any other refusal asks nobody', async () => {
  const prove = vi.fn(async () => true)
  const readonly = { status: 403, text: '{"error":{"code":"token_readonly"}}' }
  await expect(makeSend(async () => readonly, { prove })(change, {})).rejects.toMatchObject({ code: 'token_readonly' })
  expect(prove).not.toHaveBeenCalled()
})

test.each([
  ['{"error":{"code":"not_payable","message":"…"},"message":"not_payable"}', 'not_payable', 'as our server writes it'],
  ['{"message":"token_expired"}', 'token_expired', 'as other servers of the same calls do'],
  ['<html>Bad gateway</html>', 'unexpected', 'as whatever stands between may answer'],
])('a refusal is known by its code: %s is %s, %s', async (text, code) => {
  await expect(makeSend(async () => ({ status: 409, text }))(change, {})).rejects.toMatchObject({ code })
})

const settle = call({
  method: 'POST',
  path: '/settle',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ done: z.boolean() }),
  summary: 'Changes something in either version',
})
const newest = call({ ...settle, versions: [2] })
const versionIsUnknown = { status: 404, text: '{"error":{"code":"version_unknown"}}' }

test.each<[string, typeof settle | typeof newest, number[] | undefined, number[]]>([
  ['the highest first, and a lower one where the server does not know it', settle, [1, 2], [2, 1]],
  ['all of its own where nothing is said', settle, undefined, [2, 1]],
  ['only those that the settings allow', settle, [1], [1]],
  ['its own where the settings allow none of them', newest, [1], [2]],
])('versions: %s', async (_, definition, allowed, expected) => {
  const asked: string[] = []
  const transport = async ({ path }: { path: string }) => {
    asked.push(path)
    return asked.length < expected.length ? versionIsUnknown : done
  }
  expect(await makeSend(transport, { versions: () => allowed })(definition, {})).toEqual({ done: true })
  expect(asked).toEqual(expected.map((version) => `/api/v${version}${definition.path}`))
})

test.each([
  ['it was not found', 404, '{"error":{"code":"not_found"}}'],
  ['the server broke', 500, '{"error":{"code":"unexpected"}}'],
  ['something between answered', 502, '<html>Bad gateway</html>'],
])('a write that may have arrived is never sent again to another version: %s', async (_, status, text) => {
  const transport = vi.fn(async () => ({ status, text }))
  await expect(makeSend(transport)(settle, {})).rejects.toMatchObject({ status })
  expect(transport).toHaveBeenCalledOnce()
})

test.each([
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'late'],
  [500, 'unexpected'],
])('what a proxy answers by a status alone is known by it: %s', async (status, code) => {
  const transport = async () => ({ status, text: '<html></html>', retryAfterSeconds: 7 })
  await expect(makeSend(transport)(change, {})).rejects.toMatchObject({ code, retryAfterSeconds: 7 })
})

test('neither is one whose connection broke', async () => {
  const transport = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(makeSend(transport)(settle, {})).rejects.toThrow('Failed to fetch')
  expect(transport).toHaveBeenCalledOnce()
})
