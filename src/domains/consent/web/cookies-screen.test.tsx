import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listedCookies } from '#domains/session/cookie-list.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import consent from '../texts/es.json'
import { CookiesScreen } from './cookies-screen.tsx'

test('lists every cookie of the portal, with its purpose and duration', async () => {
  await renderAt('/cookies', <CookiesScreen />, { messages: { consent } })
  const names = (await screen.findAllByRole('term')).map(({ textContent }) => textContent)
  expect(names).toEqual(Object.keys(listedCookies))
  const definitions = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  const tells = (name: keyof typeof listedCookies) => definitions[names.indexOf(name)]
  expect(tells('token')).toContain('Hasta que cierras el navegador')
  expect(tells('activation_link')).toContain('60 minutos')
  expect(tells('resume_link')).toContain('30 días')
  expect(tells('known_device')).toContain('Un año')
})
