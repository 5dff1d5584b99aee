import { describe, expect, test } from 'vitest'
import { locales } from '#vocabulary/locale.ts'
import { settingsSchema } from '../settings.ts'
import { valueAt } from './by-path.ts'
import { findBrokenConstraints } from './constraints.ts'
import { defaultSettings } from './defaults.ts'

test('the defaults fit the schema and each other', () => {
  expect(settingsSchema.safeParse(defaultSettings).error).toBeUndefined()
  expect(findBrokenConstraints(defaultSettings)).toEqual([])
})

describe('the defaults', () => {
  const given: [reason: string, path: string, value: unknown][] = [
    ['our own first page', 'home.type', 'overview'],
    ['the homepage of the specification', 'homepage', 'invoices'],
    ['all languages', 'languages', [...locales]],
    ['Spanish where no language is given', 'defaultLocale', 'es-ES'],
    ['files of 15 MB', 'fileUploadSizeLimit', 15_000_000],
    ['the claim of the specification', 'jwtUserIdField', 'user_id'],
    ['ten contracts on a page', 'contracts.itemsPerPage', 10],
    ['a hundred invoices on a page', 'invoices.itemsPerPage', 100],
    ['ten contracts in the chart', 'invoices.chart.maxContracts', 10],
    ['payment, once there is a provider', 'invoices.enablePayment', true],
    ['no card provider until one is chosen', 'payment.platforms', []],
    ['the request to SIPS', 'features.noCesionSips', true],
    ['an e-mail address required unless it is switched off', 'contractation.emailRequired', true],
    ['an identity document required unless it is switched off', 'contractation.dniRequired', true],
    ['an invoice required unless it is switched off', 'contractation.invoiceRequired', true],
    [
      'the documents of the installation required unless they are switched off',
      'contractation.selfcons.requireDocumentation',
      true,
    ],
    ['an invoice number required at sign-up unless it is switched off', 'signup.invoiceNumberField', true],
    ['contracting open to anonymous visitors', 'contractation.authenticate', false],
    ['the comparator ready to type in', 'comparator.mode', 'auto'],
    ['private price alerts', 'priceAlerts.authenticate', true],
    ['no single sign-on, which needs a provider', 'features.oidc', false],
    ['passwords of eight characters', 'password.minimumLength', 8],
    ['half an hour for an idle session', 'session.idleMinutes', 30],
    ['half a day for any session', 'session.absoluteHours', 12],
    ['no error reporting until it is configured', 'errorReporting.url', ''],
    ['every visit with an error recorded once it is configured', 'errorReporting.replaysOnErrorSampleRate', 1],
    ['no other visit recorded', 'errorReporting.replaysSessionSampleRate', 0],
  ]
  test.each(given)('%s', (_, path, value) => {
    expect(valueAt(defaultSettings, path)).toEqual(value)
  })
})
