import { describe, expect, test } from 'vitest'
import { settingsSchema } from '../settings.ts'
import { brokenAgreements } from './agreements.ts'
import { valueAt } from './by-path.ts'
import { defaultSettings } from './defaults.ts'

test('a fresh retailer has settings that fit the schema and each other', () => {
  expect(settingsSchema.safeParse(defaultSettings).error).toBeUndefined()
  expect(brokenAgreements(defaultSettings)).toEqual([])
})

describe('a fresh retailer has', () => {
  const given: [reason: string, path: string, value: unknown][] = [
    ['our own first page', 'home.type', 'overview'],
    ['the homepage of the specification', 'homepage', 'invoices'],
    ['all six languages', 'languages', ['ca', 'es', 'en', 'gl', 'fr', 'de']],
    ['Spanish where nothing tells the language', 'defaultLocale', 'es-ES'],
    ['files of 15 MB', 'fileUploadSizeLimit', 15_000_000],
    ['the claim of the specification', 'jwtUserIdField', 'user_id'],
    ['ten contracts on a page', 'contracts.itemsPerPage', 10],
    ['a hundred invoices on a page', 'invoices.itemsPerPage', 100],
    ['ten contracts in the chart', 'invoices.chart.maxContracts', 10],
    ['payment, once there is a provider', 'invoices.enablePayment', true],
    ['no card provider until one is chosen', 'payment.platforms', []],
    ['the request to SIPS', 'features.noCesionSips', true],
    ['an e-mail address asked for unless it is switched off', 'contractation.emailRequired', true],
    ['an identity document asked for unless it is switched off', 'contractation.dniRequired', true],
    ['an invoice asked for unless it is switched off', 'contractation.invoiceRequired', true],
    [
      'the papers of the installation asked for unless it is switched off',
      'contractation.selfcons.requireDocumentation',
      true,
    ],
    ['the number of an invoice asked for at sign-up, unless it is switched off', 'signup.invoiceNumberField', true],
    ['contracting open to anonymous visitors', 'contractation.authenticate', false],
    ['the comparator ready to type in', 'comparator.mode', 'auto'],
    ['private price alerts', 'priceAlerts.authenticate', true],
    ['no single sign-on, which needs a provider', 'features.oidc', false],
    ['passwords of eight characters', 'password.minimumLength', 8],
    ['half an hour of idle life', 'session.idleMinutes', 30],
    ['half a day of absolute life', 'session.absoluteHours', 12],
    ['no error reporting until it is configured', 'errorReporting.url', ''],
    ['every visit with an error recorded once it is', 'errorReporting.replaysOnErrorSampleRate', 1],
    ['no other visit recorded', 'errorReporting.replaysSessionSampleRate', 0],
  ]
  test.each(given)('%s', (_, path, value) => {
    expect(valueAt(defaultSettings, path)).toEqual(value)
  })
})
