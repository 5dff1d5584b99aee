import { describe, expect, test } from 'vitest'
import { FeatureFlagsReply, featureFlagsOf } from './feature-flags.ts'
import { defaultSettings } from './settings/defaults.ts'
import { fallbackSettings } from './settings/fallback-settings.ts'

const bothFlags = { 'coupons.coupon': true, 'crm.case': false }

describe('feature flags in a reply', () => {
  const usable: [reason: string, reply: unknown][] = [
    ['both flags are there', { feature_flags: bothFlags }],
    ['unknown flags are left out', { feature_flags: { ...bothFlags, 'other.flag': 'yes' } }],
    ['data beside the flags are left out', { feature_flags: bothFlags, request_id: 'r1' }],
  ]
  test.each(usable)('are read: %s', (_, reply) => {
    expect(FeatureFlagsReply.parse(reply)).toEqual({ feature_flags: bothFlags })
  })

  const unusable: [reason: string, reply: unknown][] = [
    ['coupons.coupon is missing', { feature_flags: { 'crm.case': true } }],
    ['crm.case is missing', { feature_flags: { 'coupons.coupon': true } }],
    ['a text is not a boolean', { feature_flags: { ...bothFlags, 'crm.case': 'true' } }],
    ['a flag without a value is not off', { feature_flags: { ...bothFlags, 'crm.case': null } }],
    [
      'flags nested by their dots are other flags',
      { feature_flags: { coupons: { coupon: true }, crm: { case: true } } },
    ],
    ['the flags are not wrapped', bothFlags],
    ['the reply is a page of a proxy', '<html></html>'],
    ['there is no reply', undefined],
  ]
  test.each(unusable)('are refused: %s', (_, reply) => {
    const issues = FeatureFlagsReply.safeParse(reply).error?.issues ?? []
    expect(new Set(issues.map(({ message }) => message))).toEqual(new Set(['Invalid feature flags response format']))
  })
})

test('the server returns the flags of the settings, each under its own name', () => {
  const settings = { ...defaultSettings, featureFlags: { coupons: { coupon: false }, crm: { case: true } } }
  expect(featureFlagsOf(settings)).toEqual({ 'coupons.coupon': false, 'crm.case': true })
})

test('no flag is on when settings cannot be loaded', () => {
  expect(Object.values(featureFlagsOf(fallbackSettings))).toEqual([false, false])
})
