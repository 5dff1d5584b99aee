import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import retailer from '#domains/retailer/texts/es.json'
import { KnownPagesContext } from '#kit/web/navigation/known-pages.ts'
import { anna, renderAt } from '#kit/web/portal-testing.tsx'
import home from '../texts/es.json'
import { AltHomeScreen } from './alt-home-screen.tsx'

const { features, contractation } = defaultSettings
const pages = ['/register', '/new-electricity-customer', '/invoices', '/contracts/electricity', '/comparator', '/power']

function show(boot: object = {}) {
  const hasPage = (address: string) => pages.includes(address.split('?')[0]!)
  const parts = (
    <KnownPagesContext value={hasPage}>
      <AltHomeScreen />
    </KnownPagesContext>
  )
  return renderAt('/altHome', parts, { boot: { settings: defaultSettings, ...boot }, messages: { home, retailer } })
}
const addressOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

describe('the alternative home page', () => {
  test('shows the grid of actions to a signed-in user, without a greeting', async () => {
    await show({ signedIn: anna })
    expect(await screen.findByRole('heading', { level: 1, name: home.actions.title })).toBeDefined()
    expect(screen.getByRole('link', { name: home.actions.names.payOnline }).getAttribute('href')).toBe(
      '/invoices?action=payOnline',
    )
  })

  test('shows a greeting above it to everyone else', async () => {
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: home.hero.title })).toBeDefined()
    expect(screen.getByRole('link', { name: home.actions.names.payOnline })).toBeDefined()
  })

  test('says below how customers are attended: channels, hours, terms, follow-up and the body out of court', async () => {
    await show()
    const care = within(await screen.findByRole('region', { name: retailer.care.title }))
    const { organization, care: settings } = defaultSettings
    const facts = [organization.email, organization.schedule, '15 días hábiles', '2 horas', 'Con el número']
    for (const part of [...facts, settings.disputeBody || retailer.care.dispute.body])
      expect(care.getByText(part, { exact: false })).toBeDefined()
    expect(care.getByRole('link', { name: retailer.care.easy }).getAttribute('href')).toBe('/easy-reading')
  })

  test.each([
    ['to a new contract where contracts are sold', {}, home.hero.contract, '/new-electricity-customer'],
    ['to an account where no contracts are sold', { electricity: { enabled: false } }, home.hero.register, '/register'],
  ])('links visitors %s', async (_, sells, name, address) => {
    await show({ settings: { ...defaultSettings, contractation: { ...contractation, ...sells } } })
    await screen.findByRole('heading', { level: 1 })
    expect(addressOf(name)).toBe(address)
  })

  test('has no link if there is neither', async () => {
    const settings = {
      ...defaultSettings,
      contractation: { ...contractation, electricity: { enabled: false } },
      features: { ...features, signup: false },
    }
    await show({ settings })
    await screen.findByRole('heading', { level: 1 })
    expect(addressOf(home.hero.contract)).toBeUndefined()
    expect(addressOf(home.hero.register)).toBeUndefined()
  })
})
