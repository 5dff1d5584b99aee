import { describe, expect, expectTypeOf, test } from 'vitest'
import { settingCatalogue } from './settings/catalogue.ts'
import { defaultSettings } from './settings/defaults.ts'
import {
  type PrivateSettings,
  type PublicSettings,
  settingsSchema,
  toPrivateSettings,
  toPublicSettings,
} from './settings.ts'

describe('every name in the specification is a setting', () => {
  const names: [place: string, paths: string[]][] = [
    ['the first page depends on the home type', ['home.type', 'home.hero']],
    ['a signed-in user on a public route goes to the homepage setting', ['homepage']],
    ['the offered languages are those of the partner, the default differs', ['languages', 'defaultLocale']],
    [
      'configuration flags: features',
      [
        'features.oidc',
        'features.signup',
        'features.contact',
        'features.unsignedContact',
        'features.reclamATCMenu',
        'features.powerChange',
        'features.notificacionAddressChange',
        'features.noCesionSips',
        'features.enableServerElements',
        'features.showCoupons',
        'features.displayTypes',
      ],
    ],
    [
      'flags and options that gate the customer area',
      [
        'features.modifyInvoiceOnline',
        'features.reclamATCContract',
        'features.disableDownloadContractReport',
        'features.contactAutoReads',
        'features.customizeDoubleTariff',
        'features.customizeHappyHours',
        'features.customizeHappyDay',
        'features.horizontalButtons',
        'features.enableInfoCCH',
        'featureFlags.crm.case',
        'featureFlags.coupons.coupon',
        'refCatastral.enabled',
        'refCatastral.modify',
      ],
    ],
    [
      'IBAN change and its files',
      ['ibanChange.enabled', 'ibanChange.attachmentOnIbanChange', 'ibanChange.showAddAttachmentsOnIbanChange'],
    ],
    [
      'invoice options',
      [
        'invoices.enablePayment',
        'invoices.paymentStatus',
        'invoices.downloadTypes',
        'invoices.showTotal',
        'invoices.downloadInNewTab',
        'invoices.chart.maxContracts',
        'invoices.itemsPerPage',
      ],
    ],
    [
      'the contracts list pages, and two of its columns are optional',
      ['contracts.itemsPerPage', 'contracts.showProduct', 'contracts.powerOrTariff'],
    ],
    ['payment is offered when the provider is available', ['payment.platforms']],
    ['uploads, token and calls', ['fileUploadSizeLimit', 'jwtUserIdField', 'api.versions']],
    [
      'contracting',
      [
        'contractation.authenticate',
        'contractation.electricity.enabled',
        'contractation.gas.enabled',
        'contractation.dual.enabled',
        'contractation.businessHaltContractation',
        'contractation.requireLeadConsent',
        'contractation.mustAcceptMorosityVerification',
        'contractation.restrictCompanyVAT',
        'contractation.emailRequired',
        'contractation.dniRequired',
        'contractation.invoiceRequired',
        'contractation.commsLanguageRequired',
        'contractation.askPublicity',
        'contractation.selectComerOrigin',
        'contractation.selfcons.requireDocumentation',
        'contractation.helpMessage',
        'contractation.chatWidgetUrl',
        'contractation.orderTrackingWidgetUrl',
      ],
    ],
    ['sign-up fields', ['signup.phoneField', 'signup.invoiceNumberField']],
    ['comparator', ['comparator.enabled', 'comparator.calculationMode', 'comparator.mode']],
    ['power calculator', ['powerCalculator.enabled', 'powerCalculator.contactPanel', 'powerCalculator.helpPanel']],
    ['newsletter', ['newsletter.enabled', 'newsletter.jwtParamsRequired', 'newsletter.mailEditable']],
    ['price alerts by routing configuration', ['priceAlerts.enabled', 'priceAlerts.authenticate']],
    ['shell', ['header.variant', 'helpDialog.enabled', 'oidc.allowDefaultLogin', 'oidc.changePasswordUrl']],
    [
      'maintenance page and its bypass',
      ['maintenance.active', 'maintenance.start', 'maintenance.end', 'maintenance.bypassSecret'],
    ],
    [
      'the retailer',
      [
        'organization.name',
        'organization.email',
        'organization.phone',
        'organization.phone_crm',
        'organization.schedule',
      ],
    ],
    ['error reporting', ['errorReporting.replaysOnErrorSampleRate', 'errorReporting.replaysSessionSampleRate']],
    ['settings required by the decisions', ['password.minimumLength', 'session.idleMinutes', 'session.absoluteHours']],
  ]
  test.each(names)('%s', (_, paths) => {
    expect(paths.filter((path) => !settingCatalogue.has(path))).toEqual([])
  })
})

describe('the audience of a setting', () => {
  const visitors = toPublicSettings(defaultSettings)
  const customers = toPrivateSettings(defaultSettings)

  test('is exactly one of visitors, customers or nobody', () => {
    const seen = { public: pathsOf(visitors), private: pathsOf(customers) }
    for (const { path, audience } of settingCatalogue.values()) {
      expect({
        path,
        seenBy: Object.entries(seen).flatMap(([half, paths]) => (paths.includes(path) ? [half] : [])),
      }).toEqual({
        path,
        seenBy: audience === 'server' ? [] : [audience],
      })
    }
  })

  const needed: [reason: string, path: string, audience: 'public' | 'private' | 'server'][] = [
    ['the action grid shows anonymous visitors what can be changed', 'features.powerChange', 'public'],
    ['the action grid shows anonymous visitors that they can pay', 'invoices.enablePayment', 'public'],
    ['the action grid shows anonymous visitors the change of account', 'ibanChange.enabled', 'public'],
    ['a new password is chosen before there is a session', 'password.minimumLength', 'public'],
    ['the unsigned contact form has attachments', 'fileUploadSizeLimit', 'public'],
    ['the 503 page shows the end', 'maintenance.end', 'public'],
    ['only a customer pays', 'payment.platforms', 'private'],
    ['only a customer has a session that may end', 'session.idleMinutes', 'private'],
    ['the secret opens the maintenance page', 'maintenance.bypassSecret', 'server'],
    ['the browser does not need to know how the token is made', 'jwtUserIdField', 'server'],
  ]
  test.each(needed)('%s', (_, path, audience) => {
    expect(settingCatalogue.get(path)?.audience).toBe(audience)
  })

  test('is also reflected in the types', () => {
    expectTypeOf<PublicSettings>().toHaveProperty('organization')
    expectTypeOf<PublicSettings>().not.toHaveProperty('payment')
    expectTypeOf<PublicSettings['maintenance']>().not.toHaveProperty('bypassSecret')
    expectTypeOf<PrivateSettings['invoices']>().not.toHaveProperty('enablePayment')
    expectTypeOf<PrivateSettings['invoices']['chart']['maxContracts']>().toEqualTypeOf<number>()
  })

  test('changing returned settings does not change the originals', () => {
    // A copy, since the settings returned for an object are kept for all tests of the process.
    const settings = { ...defaultSettings }
    toPublicSettings(settings).languages.pop()
    expect(settings.languages).toHaveLength(6)
  })
})

test('an unknown setting is refused', () => {
  const { success } = settingsSchema.safeParse({
    ...defaultSettings,
    invoices: { ...defaultSettings.invoices, colour: 'red' },
  })
  expect(success).toBe(false)
})

function pathsOf(tree: object, names: string[] = []): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsOf(value, [...names, name])
      : [[...names, name].join('.')],
  )
}
