import { expect, test } from 'vitest'
import { privateSettings, publicSettings } from '../settings.ts'
import { defaultSettings } from './defaults.ts'
import { joinSettings } from './join.ts'

test('both halves together are all settings but those that never leave the server', () => {
  const { jwtUserIdField, maintenance, uploads, retention, approvals, ...others } = defaultSettings
  const { bypassSecret, ...announced } = maintenance
  const { sepaSuffix, leadsEmail, ...organization } = others.organization
  const { transfer, ...payment } = others.payment
  const joined = joinSettings(publicSettings(defaultSettings), privateSettings(defaultSettings))
  expect(joined).toEqual({ ...others, organization, payment, maintenance: announced })
})
