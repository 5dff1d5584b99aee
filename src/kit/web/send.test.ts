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

test('repeats a call that requires re-authentication once it has been given', async () => {
  const transport = vi.fn().mockResolvedValueOnce(wantsProof).mockResolvedValueOnce(done)
  const prove = vi.fn(async () => true)
  expect(await makeSend(transport, { reauthenticate: prove })(change, {})).toEqual({ done: true })
  expect([prove.mock.calls.length, transport.mock.calls.length]).toEqual([1, 2])
})

test('fails when re-authentication is declined or not available', async () => {
  const refusal = { code: 'fresh_authentication_required', status: 403 }
  const transport = vi.fn(async () => wantsProof)
  await expect(makeSend(transport, { reauthenticate: async () => false })(change, {})).rejects.toMatchObject(refusal)
  await expect(makeSend(transport)(change, {})).rejects.toMatchObject(refusal)
  expect(transport).toHaveBeenCalledTimes(2)
})

test('requests re-authentication only once', async () => {
  const prove = vi.fn(async () => true)
  await expect(makeSend(async () => wantsProof, { reauthenticate: prove })(change, {})).rejects.toMatchObject({
    status: 403,
  })
  expect(prove).toHaveBeenCalledOnce()
})

test('requests no re-authentication after any other refusal', async () => {
  const prove = vi.fn(async () => true)
  const readonly = { status: 403, text: '{"error":{"code":"token_readonly"}}' }
  await expect(makeSend(async () => readonly, { reauthenticate: prove })(change, {})).rejects.toMatchObject({
    code: 'token_readonly',
  })
  expect(prove).not.toHaveBeenCalled()
})

test.each([
  ['{"error":{"code":"not_payable","message":"…"},"message":"not_payable"}', 'not_payable', 'as our server writes it'],
  ['{"message":"token_expired"}', 'token_expired', 'as other servers of the same calls do'],
  ['<html>Bad gateway</html>', 'unexpected', 'as whatever stands between may answer'],
])('identifies a refusal by its code: %s is %s, %s', async (text, code) => {
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
  ['the highest first, and a lower one if the server does not know it', settle, [1, 2], [2, 1]],
  ['all versions of the call without a setting', settle, undefined, [2, 1]],
  ['only the versions that the settings allow', settle, [1], [1]],
  ['its own versions if the settings allow none of them', newest, [1], [2]],
])('tries versions: %s', async (_, definition, allowed, expected) => {
  const requestedPaths: string[] = []
  const transport = async ({ path }: { path: string }) => {
    requestedPaths.push(path)
    return requestedPaths.length < expected.length ? versionIsUnknown : done
  }
  expect(await makeSend(transport, { versions: () => allowed })(definition, {})).toEqual({ done: true })
  expect(requestedPaths).toEqual(expected.map((version) => `/api/v${version}${definition.path}`))
})

test.each([
  ['not found', 404, '{"error":{"code":"not_found"}}'],
  ['a server error', 500, '{"error":{"code":"unexpected"}}'],
  ['a proxy error', 502, '<html>Bad gateway</html>'],
])('never repeats a write that may have arrived in another version: %s', async (_, status, text) => {
  const transport = vi.fn(async () => ({ status, text }))
  await expect(makeSend(transport)(settle, {})).rejects.toMatchObject({ status })
  expect(transport).toHaveBeenCalledOnce()
})

test.each([
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'late'],
  [500, 'unexpected'],
])('derives the code of a proxy error from its status: %s', async (status, code) => {
  const transport = async () => ({ status, text: '<html></html>', retryAfterSeconds: 7 })
  await expect(makeSend(transport)(change, {})).rejects.toMatchObject({ code, retryAfterSeconds: 7 })
})

test('never repeats a write whose connection broke', async () => {
  const transport = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(makeSend(transport)(settle, {})).rejects.toThrow('Failed to fetch')
  expect(transport).toHaveBeenCalledOnce()
})
