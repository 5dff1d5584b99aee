import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import texts from '../../texts/es.json'
import { anImage, draftUpTo, renderWizard } from '../contracting-testing.tsx'

const { wizard: words } = texts

/** Returns the values of a review section by their labels. */
async function factsOf(section: string): Promise<Record<string, string>> {
  const region = await screen.findByRole('region', { name: section })
  const rows = within(region).getAllByRole('term')
  return Object.fromEntries(
    rows.map((term) => [term.textContent!, term.nextElementSibling!.textContent!.replace(/\s/g, ' ')]),
  )
}

const papers = { ...anImage, name: 'boletin.pdf' }
const bill = { ...anImage, name: 'factura-octubre.pdf' }

test('shows everything that will be signed, each with a way to change it', async () => {
  const draft = draftUpTo('electricity', 'confirmation')
  await renderWizard('confirmation', {
    draft: {
      ...draft,
      installation: { ...draft.installation, isSupplied: true, retailerId: 3, invoices: [bill] },
      person: { ...draft.person, changesOwner: true },
      contract: { ...draft.contract, hasSelfConsumption: true, selfConsumptionPapers: [papers] },
    },
  })
  await expect.poll(async () => (await factsOf(words.steps.contract))[words.review.prices]).toContain('€/kW y año')
  expect(await factsOf(words.steps.contract)).toMatchObject({
    [words.fields.tariff]: '2.0TD',
    [words.facts.product]: 'Clara',
    [words.groups.powers]: 'P1 4,6 kW · P2 4,6 kW',
    [words.fields.selfConsumptionPapers]: 'boletin.pdf',
    [words.review.prices]: expect.stringContaining('PotenciaP130 €/kW y añoP21,4 €/kW y añoEnergíaPunta0,21 €/kWh'),
    [words.review.perYear]: '735,28 € con 2.900 kWh, impuestos incluidos',
  })
  expect(await factsOf(words.steps.installation)).toMatchObject({
    [words.fields.retailer]: 'Aurora',
    [words.review.invoices]: 'factura-octubre.pdf',
  })
  expect(await factsOf(words.steps.person)).toMatchObject({
    [words.facts.changesOwner]: words.yes,
    [words.review.documents]: 'dni.png',
    [words.facts.ownAddress]: words.review.ownAddressIsSupply,
  })
  expect(await factsOf(words.steps.payment)).toMatchObject({ [words.fields.iban]: 'ES91 •••• 1332' })
  expect(screen.getAllByRole('link', { name: /^Cambiar / })).toHaveLength(4)
})

test('shows supply, tariff and prices for each of both energies', async () => {
  const draft = draftUpTo('dual', 'confirmation')
  await renderWizard('confirmation', {
    kind: 'dual',
    draft: { ...draft, gas: { ...draft.gas, isSupplied: true, retailerId: 4, changesOwner: false } },
  })
  await expect.poll(async () => (await factsOf(words.steps.gasContract))[words.review.prices]).toContain('€ al año')
  expect(await factsOf(words.steps.gasContract)).toMatchObject({
    [words.fields.tariff]: 'RL.2',
    [words.fields.retailer]: 'Brasa Gas',
    [words.facts.changesOwner]: words.no,
    [words.review.prices]: expect.stringContaining('EnergíaTodo el día0,06 €/kWh'),
  })
  expect((await factsOf(words.steps.contract))[words.review.prices]).toContain('€/kW y año')
})
