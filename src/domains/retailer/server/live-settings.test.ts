import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import { type DatabaseWatch, startDatabaseWatch } from '#kit/server/database-watch.ts'
import { defaultSettings } from '../settings/defaults.ts'
import { fallbackSettings } from '../settings/fallback-settings.ts'
import { followSettings, type LiveSettings, storeSetting } from './live-settings.ts'

const now = new Date('2026-03-01T20:00:00Z')

let database: TestDatabase
let db: ReturnType<typeof createKysely<DB>>
let live: LiveSettings | undefined
let watch: DatabaseWatch | undefined
let warnings: object[]

beforeEach(async () => {
  database = await openTestDatabase()
  db = createKysely<DB>(database.pool)
  warnings = []
})
afterEach(async () => {
  watch?.stop()
  live?.stop()
  await database.close()
})

async function follow(): Promise<LiveSettings> {
  const log = { warn: (details: object) => void warnings.push(details) }
  watch = startDatabaseWatch({ db, pool: database.pool, log })
  live = await followSettings(db, { watch, log })
  return live
}

test('a retailer without changes has the defaults', async () => {
  const { now: settings, areKnown } = await follow()
  expect(settings()).toEqual(defaultSettings)
  expect(areKnown()).toBe(true)
})

test('follows a change by another server within five seconds', async () => {
  const { now: settings } = await follow()
  await storeSetting(db, { path: 'homepage', value: 'profile', now })
  await vi.waitUntil(() => settings().homepage === 'profile', { timeout: 30_000, interval: 50 })
})

test('counts versions when a change is stored twice', async () => {
  for (const value of ['profile', 'home']) await storeSetting(db, { path: 'homepage', value, now })
  const { rows } = await database.pool.query('select value, version from setting')
  expect(rows).toEqual([{ value: 'home', version: 2 }])
})

describe('a stored value that cannot be used', () => {
  test('gives its setting the more restrictive value, leaves the others, and is reported once', async () => {
    await storeSetting(db, { path: 'invoices.enablePayment', value: 'perhaps', now })
    await storeSetting(db, { path: 'homepage', value: 'home', now })
    const { now: settings, refresh } = await follow()
    await refresh()
    expect(settings().invoices.enablePayment).toBe(false)
    expect(settings().homepage).toBe('home')
    expect(settings().features).toEqual(defaultSettings.features)
    expect(warnings).toEqual([{ problems: ['invoices.enablePayment must be true or false.'] }])
  })

  test('changes nothing else if its setting no longer exists', async () => {
    await storeSetting(db, { path: 'invoices.colour', value: 'red', now })
    expect((await follow()).now()).toEqual(defaultSettings)
    expect(warnings).toHaveLength(1)
  })

  test('is no longer reported once it is corrected', async () => {
    await storeSetting(db, { path: 'invoices.enablePayment', value: 'perhaps', now })
    const { now: settings, refresh } = await follow()
    await storeSetting(db, { path: 'invoices.enablePayment', value: true, now })
    await refresh()
    expect(settings()).toEqual(defaultSettings)
  })
})

describe('a database that cannot be read', () => {
  test('at startup: restricts what is offered until the first successful read', async () => {
    await database.pool.query('alter table setting rename to mislaid')
    const { now: settings, areKnown, refresh } = await follow()
    expect(settings()).toEqual(fallbackSettings)
    expect(areKnown()).toBe(false)
    expect(warnings).toEqual([{ error: expect.stringContaining('setting') }])

    await database.pool.query('alter table mislaid rename to setting')
    await refresh()
    expect(settings()).toEqual(defaultSettings)
    expect(areKnown()).toBe(true)
  })

  test('later: leaves the last known settings in force', async () => {
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
