import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listHtmlOfPage, listHtmlRoutes } from '../api.ts'
import { DynamicPageScreen } from './dynamic-page-screen.tsx'

const page = { id: 3, route_path: 'savings', btn_description: 'Cómo ahorrar', btn_title: 'Ahorra' }
const block = {
  id: 9,
  name: 'Body',
  group_name: 'Page',
  html_block: '<h2>Apaga la luz</h2><p><a href="/invoices">Tus facturas</a></p>',
  block_height: null,
  block_width: null,
  priority: 0,
  page_id: 3,
}

test('a page of the retailer shows its title and its blocks', async () => {
  await renderAt('/d/savings/3', <DynamicPageScreen />, {
    path: '/d/$routePath/$pageId',
    boot: { settings: { organization: { name: 'Casa Llum' } } },
    callMocks: [
      mockCall(listHtmlRoutes, () => [page]),
      mockCall(listHtmlOfPage, ({ params }) => (params.pageId === '3' ? [block] : [])),
    ],
  })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Ahorra')
  await vi.waitFor(() => expect(document.title).toBe('Ahorra · Casa Llum'))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Apaga la luz')
  expect(screen.getByRole('link', { name: 'Tus facturas' }).getAttribute('href')).toBe('/invoices')
})
