import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfferedProduct } from '#domains/offers/api.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import texts from '../../texts/es.json'
import { ProductCards } from './product-cards.tsx'

const productTexts = texts.wizard.products
const product: OfferedProduct = { id: 1, name: 'Clara', ov_description: null, ov_link: null, year: null }
const render = (more: Partial<OfferedProduct>, hasSelfConsumption = false) =>
  renderAt(
    '/',
    <ProductCards
      {...{ id: 'product', error: undefined, isStale: false, chosen: -1, onChoose: () => undefined }}
      products={[{ ...product, ...more }]}
      hasSelfConsumption={hasSelfConsumption}
    />,
    { messages: { contracting: texts } },
  )

test.each([
  ['use', productTexts.useUnknown, productTexts.yearUseUnknown],
  ['place', productTexts.placeMissing, productTexts.yearPlaceMissing],
  ['tax', productTexts.placeUnknown, productTexts.yearPlaceUnknown],
  ['market', productTexts.marketMissing, productTexts.yearOfMarket],
  [undefined, productTexts.useUnknown, productTexts.yearUseUnknown],
] as const)('explains a year without %s, for all products and on the card', async (year_missing, all, one) => {
  await render({ year_missing })
  expect(screen.getByText(all)).toBeTruthy()
  expect(screen.getByText(one)).toBeTruthy()
})

test('shows power and energy by period with their units', async () => {
  const prices = { valid_from: '2026-01-01', power: [30, 1.4], energy: [0.2, 0.15, 0.1], fixed: null, surplus: null }
  await render({ prices })
  const card = screen.getByRole('radio').closest('label')!.textContent!.replace(/\s/g, ' ')
  expect(card).toContain('PotenciaP130 €/kW y añoP21,4 €/kW y año')
  expect(card).toContain('EnergíaPunta0,2 €/kWhLlano0,15 €/kWhValle0,1 €/kWh')
})

test('says that the energy of a dynamic product is paid on top of the market', async () => {
  const prices = { valid_from: '2026-01-01', power: [30], energy: [0.01], fixed: null, surplus: null }
  await render({ prices, is_dynamic: true })
  const card = screen.getByRole('radio').closest('label')!.textContent!.replace(/\s/g, ' ')
  expect(card).toContain(`${productTexts.terms.energyOverMarket}Todo el día0,01 €/kWh`)
})

test('shows permanent discounts with the prices that are paid', async () => {
  const prices = {
    ...{ valid_from: '2026-01-01', power: [30, 1.4], energy: [0.2, 0.2, 0.2], fixed: null, surplus: null },
    ...{
      discounts: { standing: 10, energy: 4 },
      energy_discounted: [0.192, 0.192, 0.192],
      power_discounted: [27, 1.26],
    },
  }
  await render({ prices })
  const card = screen.getByRole('radio').closest('label')!.textContent!.replace(/\s/g, ' ')
  expect(card).toContain('0,192 €/kWh')
  expect(card).not.toContain('0,2 €/kWh')
  expect(card).toContain(`${productTexts.discountOff}4 %, ya aplicado`)
  expect(card).toContain(`${productTexts.discountOff}10 %, ya aplicado`)
  expect(card).toContain('P127 €/kW y año')
  expect(card).not.toContain('30 €/kW')
})

test('states for panels whether the year includes what they feed in', async () => {
  const year = { amount: 500, kwh: 3_000, basis: 'told' as const }
  const { unmount } = await render({ year }, true)
  expect(screen.getByText((text) => text.endsWith(productTexts.surplusLeftOut))).toBeTruthy()
  unmount()
  await render({ year: { ...year, surplus_kwh: 1_200, surplus_amount: 72 } }, true)
  expect(screen.getByText((text) => text.includes('los 1.200 kWh que das a la red'))).toBeTruthy()
})
