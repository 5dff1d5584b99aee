import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listCoupons } from '../api.ts'
import texts from '../texts/es.json'
import { OwnCoupons } from './own-coupons.tsx'

const given = {
  code: 'VEI-0001',
  code_url: '/new-electricity-customer?promocode=VEI-0001',
  expires_on: '2026-12-31',
  campaign: { name: 'Trae a un vecino', description: 'Regala este código.', url: null },
}
const on = { ...defaultSettings, featureFlags: { ...defaultSettings.featureFlags, coupons: { coupon: true } } }

const render = (answers: CallMock[], settings: object = on) =>
  renderAt('/', <OwnCoupons />, { boot: { signedIn: anna, settings }, messages: { offers: texts }, callMocks: answers })

test('shows a code with its campaign, its last day and where it is used', async () => {
  await render([mockCall(listCoupons, () => [given])])
  expect(await screen.findByRole('heading', { name: 'Tus códigos' })).toBeTruthy()
  expect(screen.getByText('Trae a un vecino')).toBeTruthy()
  expect(screen.getByText('Vale hasta el 31/12/2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Usar el código' }).getAttribute('href')).toContain('promocode=VEI-0001')
})

test('shows the text of a coupon without a code from an upstream server', async () => {
  await render([mockCall(listCoupons, () => [{ title: 'Diez euros', description: 'En tu próxima factura.' }])])
  expect(await screen.findByText('Diez euros')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['there are no coupons', [mockCall(listCoupons, () => [])], on],
  ['the flag is off', [], { ...on, featureFlags: { ...on.featureFlags, coupons: { coupon: false } } }],
  ['coupons are not shown', [], { ...on, features: { ...on.features, showCoupons: false } }],
  [
    'coupons cannot be loaded',
    [
      mockCall(listCoupons, () => {
        throw new Refused('coupons_off', 403)
      }),
    ],
    on,
  ],
] as [string, CallMock[], object][])('shows nothing where %s', async (_, answers, settings) => {
  await render(answers, settings)
  expect(screen.queryByRole('heading')).toBeNull()
})
