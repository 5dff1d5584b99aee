import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import retailer from '#domains/retailer/texts/es.json'
import { KnownPagesContext } from '#kit/web/navigation/known-pages.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import home from '../texts/es.json'
import { HomeScreen } from './home-screen.tsx'

test.each(['overview', 'tabGroups'] as const)(
  'shows a visitor contracts, comparators and calculator on a home page of type %s',
  async (type) => {
    const settings = { ...defaultSettings, home: { ...defaultSettings.home, type } }
    const parts = (
      <KnownPagesContext value={() => true}>
        <HomeScreen />
      </KnownPagesContext>
    )
    await renderAt('/', parts, { boot: { settings }, messages: { home, retailer } })
    const { names } = home.offers
    const offered = [names.electricity, names.comparator, names.calculator].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(offered).toEqual(['/new-electricity-customer', '/comparator', '/power'])
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Cómo te atendemos' })).toBeTruthy()
    for (const part of ['900 000 000', 'En 15 días hábiles', 'Junta Arbitral Nacional de Consumo'])
      expect(document.body.textContent).toContain(part)
  },
)
