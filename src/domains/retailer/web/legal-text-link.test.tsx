import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KnownPagesContext } from '#kit/web/navigation/known-pages.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { defaultSettings } from '../settings/defaults.ts'
import { LegalTextLink } from './legal-text-link.tsx'

const retailersOwn = 'https://example.com/datos'

test.each([
  ['the retailer’s own page', retailersOwn, true, retailersOwn],
  ['the portal’s page', '', true, '/privacy'],
  ['no page at all', '', false, null],
])('opens the agreed text on %s, beside the form', async (_, privacyUrl, hasPage, href) => {
  const organization = { ...defaultSettings.organization, privacyUrl }
  await renderAt(
    '/contact',
    <KnownPagesContext value={() => hasPage}>
      <LegalTextLink to="privacy">protección de datos</LegalTextLink>
    </KnownPagesContext>,
    { boot: { settings: { ...defaultSettings, organization } } },
  )
  expect(await screen.findByText('protección de datos')).toBeTruthy()
  const link = screen.queryByRole('link')
  expect(link?.getAttribute('href') ?? null).toBe(href)
  expect(link?.getAttribute('target') ?? null).toBe(href && '_blank')
})
