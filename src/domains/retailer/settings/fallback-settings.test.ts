import { describe, expect, test } from 'vitest'
import { settingsSchema } from '../settings.ts'
import { findBrokenConstraints } from './constraints.ts'
import { describeSettings } from './describe-settings.ts'
import { fallbackSettings } from './fallback-settings.ts'

const rows = describeSettings()

test('the fallback settings fit the schema and each other', () => {
  expect(settingsSchema.safeParse(fallbackSettings).error).toBeUndefined()
  expect(findBrokenConstraints(fallbackSettings)).toEqual([])
})

describe('when settings cannot be loaded', () => {
  test.each(rows.filter(({ effect }) => effect === 'offer'))('$path is not offered', ({ fallbackValue }) => {
    expect([false, '', []]).toContainEqual(fallbackValue)
  })

  test.each(rows.filter(({ effect }) => effect === 'restriction'))('$path applies', ({ fallbackValue }) => {
    expect(fallbackValue).toBe(true)
  })

  const exceptions: [path: string, closedValue: unknown, reason: string][] = [
    ['organization.name', '', 'the name of the demonstration is not that of the retailer'],
    ['organization.nif', '', 'a wrong tax id is worse than none'],
    ['organization.address', '', 'a wrong address is worse than none'],
    ['organization.email', '', 'a wrong address is worse than none'],
    ['organization.phone', '', 'a wrong phone is worse than none'],
    ['organization.phone_crm', '', 'a wrong phone is worse than none'],
    ['organization.schedule', '', 'hours without a phone say nothing'],
    ['organization.marketCode', '', 'the code of the demonstration is not that of the retailer'],
    ['organization.energyOrigin', '', 'the origin of the demonstration is not that of the retailer'],
    ['home.type', 'invoices', 'the overview invites to do what is not on offer'],
    ['errorReporting.replaysOnErrorSampleRate', 0, 'nobody is recorded without a decision to do so'],
    ['errorReporting.replaysSessionSampleRate', 0, 'nobody is recorded without a decision to do so'],
  ]
  test.each(exceptions)('%s is %j: %s', (path, closedValue) => {
    expect(rows.find((row) => row.path === path)?.fallbackValue).toEqual(closedValue)
  })

  test('every other setting that decides how, not whether, has its default', () => {
    const excepted = exceptions.map(([path]) => path)
    const others = rows.filter(({ effect, path }) => effect === 'plain' && !excepted.includes(path))
    expect(
      others.filter(({ fallbackValue, defaultValue }) => fallbackValue !== defaultValue).map(({ path }) => path),
    ).toEqual([])
  })
})
