import { expect, test, vi } from 'vitest'
import { versionedJson } from './versioned-json.ts'

function counting() {
  let times = 0
  return vi.fn(async () => `{ "made" : ${++times} }`)
}

test('what was made stays as long as its version', async () => {
  const [lists, make] = [versionedJson(), counting()]
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
  expect(make).toHaveBeenCalledOnce()
})

test('another version is made anew, and takes the place of the one before', async () => {
  const [lists, make] = [versionedJson(), counting()]
  await lists.at('anna', '1', make)
  expect((await lists.at('anna', '2', make)).text).toBe('{"made":2}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":3}')
})

test('what is somebody else’s is kept apart, though it has the same version', async () => {
  const [lists, make] = [versionedJson(), counting()]
  await lists.at('anna', '1', make)
  expect((await lists.at('biel', '1', make)).text).toBe('{"made":2}')
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":1}')
})

test('what could not be made is tried again', async () => {
  const lists = versionedJson()
  await expect(lists.at('anna', '1', () => Promise.reject(new Error('The database is away.')))).rejects.toThrow('away')
  expect((await lists.at('anna', '1', counting())).text).toBe('{"made":1}')
})

test('what is asked for least is forgotten first when there is too much', async () => {
  const [lists, make] = [versionedJson(), counting()]
  const large = () => Promise.resolve(JSON.stringify('x'.repeat(40_000_000)))
  await lists.at('anna', '1', make)
  await lists.at('first', '1', large)
  await lists.at('second', '1', large)
  expect((await lists.at('anna', '1', make)).text).toBe('{"made":2}')
})
