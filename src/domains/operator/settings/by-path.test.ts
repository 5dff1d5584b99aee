import { describe, expect, test } from 'vitest'
import { SettingError, settingAt, settingsFromStored, withSetting } from './by-path.ts'
import { closedSettings } from './closed.ts'
import { defaultSettings } from './defaults.ts'

describe('reading', () => {
  const found: [reason: string, path: string, value: unknown][] = [
    ['a setting that stands alone', 'homepage', 'invoices'],
    ['a setting of a group', 'invoices.itemsPerPage', 100],
    ['a setting of a group within a group', 'invoices.chart.maxContracts', 10],
    ['a whole group', 'session', { idleMinutes: 30, absoluteHours: 12, proofMinutes: 10 }],
    ['a group within a group', 'contractation.gas', { enabled: true }],
  ]
  test.each(found)('finds %s', (_, path, value) => {
    expect(settingAt(defaultSettings, path)).toEqual(value)
  })

  const missing: [reason: string, path: string][] = [
    ['a name that is almost one', 'invoices.itemPerPage'],
    ['part of a name', 'invoices.items'],
    ['what every object has', 'constructor'],
    ['what every object has, deeper', 'home.toString'],
    ['something within a value', 'homepage.length'],
    ['nothing', ''],
  ]
  test.each(missing)('does not find %s', (_, path) => {
    expect(() => settingAt(defaultSettings, path)).toThrow(SettingError)
  })
})

describe('changing', () => {
  test('gives settings with that one changed and leaves the former as they were', () => {
    const changed = withSetting(defaultSettings, 'invoices.chart.maxContracts', 4)
    expect(changed).toEqual({
      ...defaultSettings,
      invoices: { ...defaultSettings.invoices, chart: { maxContracts: 4 } },
    })
    expect(defaultSettings.invoices.chart.maxContracts).toBe(10)
  })

  const refused: [reason: string, path: string, value: unknown, message: string][] = [
    [
      'a slip of the finger names the nearest',
      'invoices.itemPerPage',
      5,
      'There is no setting invoices.itemPerPage. Did you mean invoices.itemsPerPage?',
    ],
    [
      'a name without its group names all that end so',
      'itemsPerPage',
      5,
      'There is no setting itemsPerPage. Did you mean contracts.itemsPerPage or invoices.itemsPerPage?',
    ],
    ['a name like none says where they are', 'zzz', 5, 'There is no setting zzz. docs/settings.md lists them all.'],
    [
      'a group names its members',
      'session',
      {},
      'session is a group of settings: session.idleMinutes, session.absoluteHours, session.proofMinutes.',
    ],
    ['a word is not a boolean', 'features.signup', 'true', 'features.signup must be true or false.'],
    [
      'limits are told with their unit',
      'invoices.itemsPerPage',
      151,
      'invoices.itemsPerPage must be a whole number of invoices from 1 to 150.',
    ],
    [
      'no password is shorter than six characters',
      'password.minimumLength',
      5,
      'password.minimumLength must be a whole number of characters from 6 to 64.',
    ],
    [
      'a secret that was refused is not repeated',
      'maintenance.bypassSecret',
      'too-short',
      'maintenance.bypassSecret must be a text of 16 to 128 letters, digits, - or _, or "".',
    ],
    [
      'choices are told',
      'invoices.showTotal',
      'total',
      'invoices.showTotal must be one of "amount_total", "amount_to_pay".',
    ],
    [
      'a list does not repeat itself',
      'payment.platforms',
      ['sandbox', 'sandbox'],
      'payment.platforms must be a list of any of "stripe", "redsys", "sandbox", without repeats.',
    ],
    [
      'the default language cannot be taken away',
      'languages',
      ['ca', 'en'],
      'The language of defaultLocale must be one of languages.',
    ],
    [
      'a session does not idle longer than it lives',
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

  test('of one setting is not held up by others that disagree', () => {
    const disagreeing = {
      ...defaultSettings,
      session: { ...defaultSettings.session, idleMinutes: 120, absoluteHours: 1 },
    }
    expect(withSetting(disagreeing, 'home.hero', false).home.hero).toBe(false)
  })
})

describe('what a retailer keeps', () => {
  test('replaces the defaults one by one', () => {
    const stored = { 'home.type': 'dashboard', 'invoices.chart.maxContracts': 3 }
    const { settings, problems } = settingsFromStored(stored)
    expect(settings.home).toEqual({ ...defaultSettings.home, type: 'dashboard' })
    expect(settings.invoices).toEqual({ ...defaultSettings.invoices, chart: { maxContracts: 3 } })
    expect(problems).toEqual([])
  })

  test('is nothing in the beginning', () => {
    expect(settingsFromStored({})).toEqual({ settings: defaultSettings, problems: [] })
  })

  const unusable: [reason: string, stored: Record<string, unknown>, closedPaths: string[]][] = [
    [
      'a payment switch that is no boolean switches payment off',
      { 'invoices.enablePayment': 1 },
      ['invoices.enablePayment'],
    ],
    ['an unknown provider leaves none', { 'payment.platforms': ['other'] }, ['payment.platforms']],
    ['a restriction that cannot be read holds', { 'contractation.authenticate': null }, ['contractation.authenticate']],
    ['a setting of another version is passed over', { 'invoices.colour': 'red' }, []],
    [
      'settings that contradict each other are both closed',
      { 'session.idleMinutes': 1_440, 'session.absoluteHours': 1 },
      ['session.idleMinutes', 'session.absoluteHours'],
    ],
  ]
  test.each(unusable)('cannot always be used: %s', (_, stored, closedPaths) => {
    const { settings, problems } = settingsFromStored({ ...stored, 'home.hero': false })
    expect(problems).toHaveLength(1)
    for (const path of closedPaths) expect(settingAt(settings, path)).toEqual(settingAt(closedSettings, path))
    expect(settings.home.hero).toBe(false)
  })
})
