import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listHtmlRoutes } from '../api.ts'
import { defaultSettings } from '../settings/defaults.ts'
import retailer from '../texts/es.json'
import { RetailerPages } from './retailer-pages.tsx'

const page = { id: 3, route_path: 'ahorro en casa', btn_description: 'Consejos para cada mes', btn_title: 'Ahorra' }

function show(routes: (typeof page)[], enableServerElements = true) {
  const settings = { ...defaultSettings, features: { ...defaultSettings.features, enableServerElements } }
  return renderAt('/', <RetailerPages />, {
    boot: { settings },
    messages: { retailer },
    callMocks: enableServerElements ? [mockCall(listHtmlRoutes, () => routes)] : [],
  })
}

test('links to each page of the retailer with its own text', async () => {
  await show([page])
  const link = await screen.findByRole('link', { name: /Ahorra/ })
  expect(link.getAttribute('href')).toBe('/d/ahorro%20en%20casa/3')
  expect(link.textContent).toContain('Consejos para cada mes')
  expect(screen.getByRole('heading', { name: 'Más de Demo Energia' })).toBeDefined()
})

test('shows nothing for a retailer without pages', async () => {
  const { portal } = await show([])
  await expect.poll(() => portal.queryClient?.isFetching()).toBe(0)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('requests nothing while operator HTML is off', async () => {
  const { portal } = await show([page], false)
  expect(portal.queryClient?.getQueryCache().getAll()).toEqual([])
  expect(screen.queryByRole('heading')).toBeNull()
})
