import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { LanguagesContext } from '#kit/web/navigation/languages.tsx'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { KitPage } from '../kit-page.tsx'
import type es from './texts/es.json'

const files = import.meta.glob<typeof es>('./texts/*.json', { eager: true, import: 'default' })

test.each(locales)('shows every component with its purpose in %s', async (locale: Locale) => {
  const texts = files[`./texts/${locale}.json`]!
  const languages = { offered: locales, present: locale, useAddressOf: () => () => '/kit', choose: () => {} }
  await renderAt(
    '/kit',
    <LanguagesContext value={languages}>
      <KitPage />
    </LanguagesContext>,
    { boot: { locale, settings: defaultSettings } },
  )
  expect(await screen.findByRole('heading', { level: 1, name: texts.title })).toBeTruthy()
  await vi.waitFor(() => expect(document.title).toBe(`${texts.title} · ${defaultSettings.organization.name}`))
  const shown = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(shown).toEqual(expect.arrayContaining(Object.keys(texts.purposes)))
  for (const purpose of Object.values(texts.purposes)) expect(screen.getByText(purpose)).toBeTruthy()
})
