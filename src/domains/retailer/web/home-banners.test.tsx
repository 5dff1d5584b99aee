import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listBanners, readBanner } from '../api.ts'
import { defaultSettings } from '../settings/defaults.ts'
import retailer from '../texts/es.json'
import { HomeBanners } from './home-banners.tsx'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function show(banners: Record<string, string | Refused>, { isListed = true } = {}) {
  return renderAt('/', <HomeBanners />, {
    boot: { settings: defaultSettings },
    messages: { retailer },
    callMocks: [
      mockCall(listBanners, () => {
        if (!isListed) throw new Refused('not_found', 404)
        return { items: Object.keys(banners) }
      }),
      mockCall(readBanner, ({ params: { code } }) => {
        const banner = banners[code] ?? new Refused('not_found', 404)
        if (typeof banner !== 'string') throw banner
        return { banner }
      }),
    ],
  })
}

test('shows banners with text and with images', async () => {
  await show({ home: '<p>Este sábado hacemos mejoras.</p>', coupon: dot })
  await screen.findByText('Este sábado hacemos mejoras.')
  expect(screen.getByRole('img', { name: 'Aviso de Demo Energia' }).getAttribute('src')).toMatch(/^data:image\/png;/)
  expect(screen.getByRole('region', { name: 'Avisos de Demo Energia' })).toBeTruthy()
})

test('requests each banner from a server that does not list them', async () => {
  await show({ coupon: '<p>Un cupón para dos.</p>' }, { isListed: false })
  await screen.findByText('Un cupón para dos.')
})

test.each([
  ['there are none', {}],
  ['they cannot be loaded', { home: new Refused('unexpected', 500), coupon: new Refused('unexpected', 500) }],
  ['they are not pictures', { home: 'aGVsbG8=' }],
])('shows no banners where %s', async (_, banners) => {
  const { portal } = await show(banners)
  await expect.poll(() => portal.queryClient?.isFetching()).toBe(0)
  expect([screen.queryByText('Este sábado'), screen.queryByRole('img')]).toEqual([null, null])
})
