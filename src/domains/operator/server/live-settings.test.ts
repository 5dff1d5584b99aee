import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import { closedSettings } from '../settings/closed.ts'
import { defaultSettings } from '../settings/defaults.ts'
import { followSettings, type LiveSettings, storeSetting } from './live-settings.ts'

const now = new Date('2026-03-01T20:00:00Z')

let database: TestDatabase
let db: ReturnType<typeof queries<DB>>
let live: LiveSettings | undefined
let warnings: object[]

beforeEach(async () => {
  database = await testDatabase()
  db = queries<DB>(database.pool)
  warnings = []
})
afterEach(async () => {
  live?.stop()
  await database.close()
})

async function follow(): Promise<LiveSettings> {
  live = await followSettings(db, { warn: (details) => void warnings.push(details) })
  return live
}

test('a retailer that has changed nothing has the defaults', async () => {
  const { now: settings, areKnown } = await follow()
  expect(settings()).toEqual(defaultSettings)
  expect(areKnown()).toBe(true)
})

test('a change by another server is followed within five seconds', async () => {
  const { now: settings } = await follow()
  await storeSetting(db, { path: 'homepage', value: 'profile', now })
  await vi.waitUntil(() => settings().homepage === 'profile', { timeout: 5_000, interval: 50 })
})

test('a change that is stored twice counts its versions', async () => {
  for (const value of ['profile', 'home']) await storeSetting(db, { path: 'homepage', value, now })
  const { rows } = await database.pool.query('select value, version from setting')
  expect(rows).toEqual([{ value: 'home', version: 2 }])
})

describe('a kept value that cannot be used', () => {
  test('gives its setting the value that offers less, leaves the others, and is reported once', async () => {
    await storeSetting(db, { path: 'invoices.enablePayment', value: 'perhaps', now })
    await storeSetting(db, { path: 'homepage', value: 'home', now })
    const { now: settings, refresh } = await follow()
    await refresh()
    expect(settings().invoices.enablePayment).toBe(false)
    expect(settings().homepage).toBe('home')
    expect(settings().features).toEqual(defaultSettings.features)
    expect(warnings).toEqual([{ problems: ['invoices.enablePayment must be true or false.'] }])
  })

  test('of a setting that no longer exists changes nothing else', async () => {
    await storeSetting(db, { path: 'invoices.colour', value: 'red', now })
    expect((await follow()).now()).toEqual(defaultSettings)
    expect(warnings).toHaveLength(1)
  })

  test('is forgotten when it is mended', async () => {
    await storeSetting(db, { path: 'invoices.enablePayment', value: 'perhaps', now })
    const { now: settings, refresh } = await follow()
    await storeSetting(db, { path: 'invoices.enablePayment', value: true, now })
    await refresh()
    expect(settings()).toEqual(defaultSettings)
  })
})

describe('a database that cannot be read', () => {
  test('from the start: what is offered is less, until the first reading', async () => {
    await database.pool.query('alter table setting rename to mislaid')
    const { now: settings, areKnown, refresh } = await follow()
    expect(settings()).toEqual(closedSettings)
    expect(areKnown()).toBe(false)
    expect(warnings).toEqual([{ error: expect.stringContaining('setting') }])

    await database.pool.query('alter table mislaid rename to setting')
    await refresh()
    expect(settings()).toEqual(defaultSettings)
    expect(areKnown()).toBe(true)
  })

  test('later: the last known settings hold', async () => {
    await storeSetting(db, { path: 'homepage', value: 'profile', now })
    const { now: settings, areKnown, refresh } = await follow()
    await database.pool.query('alter table setting rename to mislaid')
    await refresh()
    expect(settings().homepage).toBe('profile')
    expect(settings().invoices.enablePayment).toBe(true)
    expect(areKnown()).toBe(true)
    await database.pool.query('alter table mislaid rename to setting')
  })
})
