import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { EasyReadingScreen } from './easy-reading-screen.tsx'
import { renderSupport } from './support-testing.tsx'

test('says how to reach customer care, the hours, each term, and where to turn to afterwards', async () => {
  await renderSupport('/easy-reading', <EasyReadingScreen />, { boot: { signedIn: null } })
  const text = document.body.textContent!
  const { organization, care } = defaultSettings
  for (const part of [
    organization.phone,
    organization.email,
    organization.schedule,
    care.disputeBody,
    care.disputeContact,
  ])
    expect(text).toContain(part)
  for (const term of ['en 5 días', 'en 15 días hábiles', 'en 2 horas', '10 días hábiles']) expect(text).toContain(term)
  expect(screen.getByRole('link', { name: 'en esta página' }).getAttribute('href')).toBe('/contact')
})

test('names a body out of court where the retailer has set none', async () => {
  const care = { ...defaultSettings.care, disputeBody: '', disputeContact: '' }
  await renderSupport('/easy-reading', <EasyReadingScreen />, { boot: { settings: { ...defaultSettings, care } } })
  expect(document.body.textContent).toContain('junta arbitral de consumo de tu comunidad autónoma')
})
