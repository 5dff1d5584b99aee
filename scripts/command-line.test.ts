import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Runs a program of `scripts/`. Returns its exit code and output. */
function start(file: string, ...words: string[]): Promise<{ code: number; printed: string; complaint: string }> {
  const env = { PATH: process.env.PATH, ...database.environment }
  return new Promise((done) => {
    execFile(process.execPath, [`scripts/${file}`, ...words], { env }, (failure, printed, complaint) =>
      done({ code: failure ? Number(failure.code) : 0, printed, complaint }),
    )
  })
}

test('a program prints the result of its command, on the database of its environment', async () => {
  expect(await start('portal.ts', 'settings', 'get', 'invoices.itemsPerPage')).toEqual({
    code: 0,
    printed: '100\n',
    complaint: '',
  })
})

test('an error is a sentence on stderr, and sets the exit status', async () => {
  expect(await start('import.ts', 'contracts', '/nowhere.json')).toEqual({
    code: 1,
    printed: '',
    complaint: '/nowhere.json cannot be read: ENOENT.\n',
  })
  expect((await start('portal.ts', 'dance')).code).toBe(2)
})
