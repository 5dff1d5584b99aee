import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { findOfferedActions } from './actions.ts'

const everyPage = ['/contracts/electricity', '/contracts/gas', '/invoices', '/new-electricity-customer']
const { features, ibanChange, invoices, contractation } = defaultSettings

const cases: [reason: string, settings: Partial<Settings>, pages: string[], offered: string][] = [
  [
    'everything, in three groups',
    {},
    everyPage,
    'contracts: listContracts downloadContract changePower changeAccount keepDataPrivate changeAddress newContract; invoices: listInvoices downloadInvoice payOnline; consumption: seeConsumption',
  ],
  ['only actions that have a page', {}, ['/invoices'], 'invoices: listInvoices downloadInvoice payOnline'],
  [
    'no payment where it is disabled',
    { invoices: { ...invoices, enablePayment: false } },
    ['/invoices'],
    'invoices: listInvoices downloadInvoice',
  ],
  [
    'no report, no changes and no new contract where they are disabled',
    {
      features: {
        ...features,
        disableDownloadContractReport: true,
        notificacionAddressChange: false,
        powerChange: false,
        noCesionSips: false,
      },
      ibanChange: { ...ibanChange, enabled: false },
      contractation: { ...contractation, electricity: { enabled: false } },
    },
    everyPage,
    'contracts: listContracts; invoices: listInvoices downloadInvoice payOnline; consumption: seeConsumption',
  ],
]

test.each(cases)('offers %s', (_, settings, pages, offered) => {
  const groups = findOfferedActions({ ...defaultSettings, ...settings }, (address) =>
    pages.includes(address.split('?')[0]!),
  )
  expect(groups.map(({ group, actions }) => `${group}: ${actions.map(({ name }) => name).join(' ')}`).join('; ')).toBe(
    offered,
  )
})

test.each([
  ['gas where no electricity is sold', { electricity: false, gas: true, dual: true }, '/new-gas-customer'],
  [
    'both energies where only both are sold together',
    { electricity: false, gas: false, dual: true },
    '/new-dual-customer',
  ],
])('links a new contract to %s', (_, sells, href) => {
  const kinds = Object.entries(sells).map(([kind, enabled]) => [kind, { enabled }])
  const settings = { ...defaultSettings, contractation: { ...contractation, ...Object.fromEntries(kinds) } }
  const [contracts] = findOfferedActions(settings, () => true)
  expect(contracts?.actions.find(({ name }) => name === 'newContract')?.href).toBe(href)
})

test('links contracts to those of gas if only gas is shown', () => {
  const settings = { ...defaultSettings, features: { ...features, displayTypes: ['gas' as const] } }
  const [contracts] = findOfferedActions(settings, () => true)
  expect(contracts?.actions[0]?.href).toBe('/contracts/gas')
})
