import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { helpTopics, readingAddress } from './help-topics.ts'

const { features, ibanChange } = defaultSettings
const all = { settings: defaultSettings, flags: { 'crm.case': true }, hasUpstream: false }
const withFeatures = (changed: Partial<typeof features>) => ({
  ...all,
  settings: { ...defaultSettings, features: { ...features, ...changed } },
})

test.each([
  ['everything that is on offer', all, 'question claim reading · power account address ownData · requests invoices'],
  [
    'no question and no reading where requests are not taken',
    { ...all, flags: {} },
    'claim · power account address ownData · invoices',
  ],
  [
    'no list of requests in front of another server',
    { ...all, hasUpstream: true },
    'question claim reading · power account address ownData · invoices',
  ],
  [
    'no claim where none are taken',
    withFeatures({ reclamATCMenu: false, reclamATCContract: false }),
    'question reading · power account address ownData · requests invoices',
  ],
  [
    'no reading where it is switched off',
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
])('a customer comes with %s', (_, offer, names) => {
  const { write, change, follow } = helpTopics(offer)
  const namesOf = (topics: typeof write) => topics.map(({ name }) => name).join(' ')
  expect([write, change, follow].map(namesOf).join(' · ')).toBe(names)
})

test('a claim goes straight to its form where the menu of claims is off', () => {
  const { write } = helpTopics(withFeatures({ reclamATCMenu: false }))
  expect(write.find(({ name }) => name === 'claim')?.href).toBe('/customer-service')
})

test('a reading is that of the contract that is named', () => {
  expect(readingAddress(all, '00 48')).toBe('/contact?autolectures=true&contract=00%2048')
  expect(readingAddress(all)).toBe('/contact?autolectures=true')
})
