import { describe, expect, test } from 'vitest'
import { SettingError, settingAt, settingsFromStored, withSetting } from './by-path.ts'
import { defaultSettings } from './defaults.ts'
import { fallbackSettings } from './fallback-settings.ts'

describe('reading', () => {
  const found: [reason: string, path: string, value: unknown][] = [
    ['a setting without a group', 'homepage', 'invoices'],
    ['a setting of a group', 'invoices.itemsPerPage', 100],
    ['a setting of a group within a group', 'invoices.chart.maxContracts', 10],
    ['a whole group', 'session', { idleMinutes: 30, absoluteHours: 12, proofMinutes: 10 }],
    ['a group within a group', 'contractation.gas', { enabled: true }],
  ]
  test.each(found)('finds %s', (_, path, value) => {
    expect(settingAt(defaultSettings, path)).toEqual(value)
  })

  const missing: [reason: string, path: string][] = [
    ['an almost correct name', 'invoices.itemPerPage'],
    ['part of a name', 'invoices.items'],
    ['a property of every object', 'constructor'],
    ['a property of every object, within a group', 'home.toString'],
    ['a property of a value', 'homepage.length'],
    ['nothing', ''],
  ]
  test.each(missing)('does not find %s', (_, path) => {
    expect(() => settingAt(defaultSettings, path)).toThrow(SettingError)
  })
})

describe('changing', () => {
  test('returns settings with that one changed and leaves the previous ones untouched', () => {
    const changed = withSetting(defaultSettings, 'invoices.chart.maxContracts', 4)
    expect(changed).toEqual({
      ...defaultSettings,
      invoices: { ...defaultSettings.invoices, chart: { maxContracts: 4 } },
    })
    expect(defaultSettings.invoices.chart.maxContracts).toBe(10)
  })

  const refused: [reason: string, path: string, value: unknown, message: string][] = [
    [
      'a typo, with the nearest name',
      'invoices.itemPerPage',
      5,
      'There is no setting invoices.itemPerPage. Did you mean invoices.itemsPerPage?',
    ],
    [
      'a name without its group, with all names that end in it',
      'itemsPerPage',
      5,
      'There is no setting itemsPerPage. Did you mean contracts.itemsPerPage or invoices.itemsPerPage?',
    ],
    [
      'an unrelated name, with the document that lists them',
      'zzz',
      5,
      'There is no setting zzz. docs/settings.md lists them all.',
    ],
    [
      'a group, with its members',
      'session',
      {},
      'session is a group of settings: session.idleMinutes, session.absoluteHours, session.proofMinutes.',
    ],
    ['a text for a boolean', 'features.signup', 'true', 'features.signup must be true or false.'],
    [
      'a value beyond its limits, with their unit',
      'invoices.itemsPerPage',
      151,
      'invoices.itemsPerPage must be a whole number of invoices from 1 to 150.',
    ],
    [
      'a password minimum below six characters',
      'password.minimumLength',
      5,
      'password.minimumLength must be a whole number of characters from 6 to 64.',
    ],
    [
      'an invalid secret, without repeating it',
      'maintenance.bypassSecret',
      'too-short',
      'maintenance.bypassSecret must be a text of 16 to 128 letters, digits, - or _, or "".',
    ],
    [
      'an unknown choice, with the valid ones',
      'invoices.showTotal',
      'total',
      'invoices.showTotal must be one of "amount_total", "amount_to_pay".',
    ],
    [
      'a list with a duplicate',
      'payment.platforms',
      ['sandbox', 'sandbox'],
      'payment.platforms must be a list of any of "stripe", "redsys", "sandbox", without repeats.',
    ],
    [
      'languages without the default one',
      'languages',
      ['ca', 'en'],
      'The language of defaultLocale must be one of languages.',
    ],
    [
      'an idle limit longer than the session',
      'session.idleMinutes',
      721,
      'session.idleMinutes must not be longer than session.absoluteHours.',
    ],
  ]
  test.each(refused)('is refused: %s', (_, path, value, message) => {
    expect(() => withSetting(defaultSettings, path, value)).toThrow(
      expect.objectContaining({ name: 'SettingError', message }),
    )
  })

  test('is refused when maintenance would end before it begins', () => {
    const begun = withSetting(defaultSettings, 'maintenance.start', '2026-03-01T22:00:00+01:00')
    expect(() => withSetting(begun, 'maintenance.end', '2026-03-01T20:30:00Z')).toThrow(
      new SettingError('maintenance.end must be after maintenance.start.', 'end_after_start'),
    )
    expect(withSetting(begun, 'maintenance.end', '2026-03-01T21:30:00Z').maintenance.end).toBe('2026-03-01T21:30:00Z')
  })

  test('of one setting is not blocked by others that contradict each other', () => {
    const disagreeing = {
      ...defaultSettings,
      session: { ...defaultSettings.session, idleMinutes: 120, absoluteHours: 1 },
    }
    expect(withSetting(disagreeing, 'home.hero', false).home.hero).toBe(false)
  })
})

describe('stored settings', () => {
  test('override the defaults one by one', () => {
    const stored = { 'home.type': 'dashboard', 'invoices.chart.maxContracts': 3 }
    const { settings, problems } = settingsFromStored(stored)
    expect(settings.home).toEqual({ ...defaultSettings.home, type: 'dashboard' })
    expect(settings.invoices).toEqual({ ...defaultSettings.invoices, chart: { maxContracts: 3 } })
    expect(problems).toEqual([])
  })

  test('are empty at first', () => {
    expect(settingsFromStored({})).toEqual({ settings: defaultSettings, problems: [] })
  })

  const unusable: [reason: string, stored: Record<string, unknown>, closedPaths: string[]][] = [
    [
      'a payment switch that is not a boolean disables payment',
      { 'invoices.enablePayment': 1 },
      ['invoices.enablePayment'],
    ],
    ['an unknown provider leaves none', { 'payment.platforms': ['other'] }, ['payment.platforms']],
    [
      'an unreadable restriction stays in force',
      { 'contractation.authenticate': null },
      ['contractation.authenticate'],
    ],
    ['a setting of another version is ignored', { 'invoices.colour': 'red' }, []],
    [
      'settings that contradict each other are both closed',
      { 'session.idleMinutes': 1_440, 'session.absoluteHours': 1 },
      ['session.idleMinutes', 'session.absoluteHours'],
    ],
  ]
  test.each(unusable)('are not always usable: %s', (_, stored, closedPaths) => {
    const { settings, problems } = settingsFromStored({ ...stored, 'home.hero': false })
    expect(problems).toHaveLength(1)
    for (const path of closedPaths) expect(settingAt(settings, path)).toEqual(settingAt(fallbackSettings, path))
    expect(settings.home.hero).toBe(false)
  })
})
