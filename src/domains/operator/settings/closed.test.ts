import { describe, expect, test } from 'vitest'
import { settingsSchema } from '../settings.ts'
import { brokenAgreements } from './agreements.ts'
import { closedSettings } from './closed.ts'
import { describeSettings } from './describe.ts'

const rows = describeSettings()

test('what holds when settings cannot be loaded fits the schema and itself', () => {
  expect(settingsSchema.safeParse(closedSettings).error).toBeUndefined()
  expect(brokenAgreements(closedSettings)).toEqual([])
})

describe('when settings cannot be loaded', () => {
  test.each(rows.filter(({ nature }) => nature === 'offer'))('$path is not on offer', ({ closedValue }) => {
    expect([false, '', []]).toContainEqual(closedValue)
  })

  test.each(rows.filter(({ nature }) => nature === 'restriction'))('$path holds', ({ closedValue }) => {
    expect(closedValue).toBe(true)
  })

  const exceptions: [path: string, closedValue: unknown, reason: string][] = [
    ['organization.name', '', 'the name of the demonstration is not that of the retailer'],
    ['organization.nif', '', 'a wrong tax id is worse than none'],
    ['organization.address', '', 'a wrong address is worse than none'],
    ['organization.email', '', 'a wrong address is worse than none'],
    ['organization.phone', '', 'a wrong phone is worse than none'],
    ['organization.phone_crm', '', 'a wrong phone is worse than none'],
    ['organization.schedule', '', 'hours without a phone say nothing'],
    ['home.type', 'invoices', 'the overview invites to do what is not on offer'],
    ['errorReporting.replaysOnErrorSampleRate', 0, 'nobody is recorded without a decision to do so'],
    ['errorReporting.replaysSessionSampleRate', 0, 'nobody is recorded without a decision to do so'],
  ]
  test.each(exceptions)('%s is %j: %s', (path, closedValue) => {
    expect(rows.find((row) => row.path === path)?.closedValue).toEqual(closedValue)
  })

  test('every other setting that decides how, not whether, is as in a fresh retailer', () => {
    const excepted = exceptions.map(([path]) => path)
    const others = rows.filter(({ nature, path }) => nature === 'plain' && !excepted.includes(path))
    expect(
      others.filter(({ closedValue, defaultValue }) => closedValue !== defaultValue).map(({ path }) => path),
    ).toEqual([])
  })
})
