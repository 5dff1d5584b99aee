import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listHtmlOfGroup } from '../api.ts'
import retailer from '../texts/es.json'
import { LegalLinks } from './legal-links.tsx'
import { LegalScreen } from './legal-screen.tsx'

const block = { id: 1, name: 'Privacidad', group_name: 'Privacy-es', html_block: '<p>Tratamos lo justo.</p>' }
const size = { block_height: null, block_width: null, priority: 0, page_id: null }

async function show(blocks: object[]) {
  const requestSpy = vi.fn()
  await renderAt('/privacy', <LegalScreen />, {
    boot: { settings: defaultSettings },
    messages: { app, retailer },
    callMocks: [
      mockCall(listHtmlOfGroup, ({ query }) => {
        requestSpy(query.group_name)
        return blocks as never
      }),
    ],
  })
  await screen.findByRole('heading', { level: 1, name: 'Privacidad' })
  return requestSpy
}

test('shows the retailer’s text in the language of the visitor', async () => {
  const requestSpy = await show([{ ...block, ...size }])
  await screen.findByText('Tratamos lo justo.')
  expect(requestSpy).toHaveBeenCalledWith('Privacy-es')
})

test('says so when the retailer has written no text', async () => {
  await show([])
  await screen.findByText(retailer.legal.none.replace('{name}', defaultSettings.organization.name))
})

test('every legal page is one click away', async () => {
  await renderAt('/contact', <LegalLinks />, { boot: { settings: defaultSettings }, messages: { app } })
  const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/cookies', '/privacy', '/legal-notice', '/accessibility'])
})
