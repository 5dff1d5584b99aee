import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { findHelpTopics } from './help-topics.ts'

const { features, ibanChange } = defaultSettings
const all = { settings: defaultSettings, flags: { 'crm.case': true }, hasUpstream: false }
const withFeatures = (changed: Partial<typeof features>) => ({
  ...all,
  settings: { ...defaultSettings, features: { ...features, ...changed } },
})

test.each([
  ['everything that is offered', all, 'question claim reading · power account address ownData · requests invoices'],
  [
    'no question and no reading where requests are disabled',
    { ...all, flags: {} },
    'claim · power account address ownData · invoices',
  ],
  [
    'no list of requests in front of an upstream server',
    { ...all, hasUpstream: true },
    'question claim reading · power account address ownData · invoices',
  ],
  [
    'no claim where claims are disabled',
    withFeatures({ reclamATCMenu: false, reclamATCContract: false }),
    'question reading · power account address ownData · requests invoices',
  ],
  [
    'no reading where it is disabled',
    withFeatures({ contactAutoReads: false }),
    'question claim · power account address ownData · requests invoices',
  ],
  [
    'no change that is not offered',
    {
      ...withFeatures({ powerChange: false, notificacionAddressChange: false }),
      settings: {
        ...defaultSettings,
        features: { ...features, powerChange: false, notificacionAddressChange: false },
        ibanChange: { ...ibanChange, enabled: false },
      },
    },
    'question claim reading · ownData · requests invoices',
  ],
])('offers %s', (_, offer, names) => {
  const { write, change, follow } = findHelpTopics(offer)
  const namesOf = (topics: typeof write) => topics.map(({ name }) => name).join(' ')
  expect([write, change, follow].map(namesOf).join(' · ')).toBe(names)
})

test('links a claim directly to its form if the menu of claims is off', () => {
  const { write } = findHelpTopics(withFeatures({ reclamATCMenu: false }))
  expect(write.find(({ name }) => name === 'claim')?.href).toBe('/customer-service')
})
