import { expect, test } from 'vitest'
import { toPrivateSettings, toPublicSettings } from '../settings.ts'
import { defaultSettings } from './defaults.ts'
import { joinSettings } from './join-settings.ts'

test('public and private settings together are all but those that never leave the server', () => {
  const { jwtUserIdField, maintenance, uploads, retention, approvals, ...others } = defaultSettings
  const { bypassSecret, ...announced } = maintenance
  const { marketCode, energyOrigin, sepaSuffix, leadsEmail, ...organization } = others.organization
  const { transfer, ...payment } = others.payment
  const { collectDebts, planParts, interestYear, interestFrom, holdFaults, holdFromEuros, ...invoices } =
    others.invoices
  const { supplierSize, ...care } = others.care
  const joined = joinSettings(toPublicSettings(defaultSettings), toPrivateSettings(defaultSettings))
  expect(joined).toEqual({ ...others, care, organization, payment, invoices, maintenance: announced })
})
