import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import area from '#app/operator/texts/es.json'
import approvalTexts from '#backoffice/approvals/texts/es.json'
import { refuseFirstSave } from '#kit/backoffice/web/edit-conflict-testing.ts'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { changePrices, type ProductDetails, planPrices, previewYear, readProduct, saveProduct } from '../api.ts'
import texts from '../texts/es.json'
import { ProductScreen } from './product-screen.tsx'

beforeEach(mockTopLayer)

const year = (eur: string) => ({ per: 'year', eur }) as const
const prices = {
  ...{ standing: [year('30.5'), year('1.4')], energy: ['0.21', '0.15', '0.11'], surplus: null },
  ...{ standing_discount: null, energy_discount: '4' },
}
const product: ProductDetails = {
  ...{ id: 7, energy: 'electricity', name: 'CLARA', commercial_name: 'Tarifa Clara', sale: 'on_sale' },
  ...{ is_archived: false, is_dynamic: false, version: 3, opened_by: [], today: '2026-11-20', waiting_approvals: [] },
  offer: {
    ...{ descriptions: { es: 'Sencilla' }, link: null, with_self_consumption: null },
    ...{ position: 1, from_day: '2026-01-01', to_day: null },
  },
  price_lists: [
    { tariff: '2.0TD', valid_from: '2027-01-01', valid_to: null, standing: 'planned', prices, version: 2 },
    { tariff: '2.0TD', valid_from: '2026-01-01', valid_to: '2027-01-01', standing: 'in_force', prices, version: 1 },
  ],
}

function show(answers: NonNullable<Parameters<typeof renderAt>[2]>['callMocks'] = [], shown = product) {
  return renderAt(
    '/operator/products/7',
    <ToastProvider>
      <ProductScreen />
    </ToastProvider>,
    {
      path: '/operator/products/$id',
      messages: { 'desk-products': texts, 'desk-approvals': approvalTexts, 'operator-area': area },
      callMocks: [mockCall(readProduct, () => shown), ...answers],
    },
  )
}

test('prices are shown as entered, and only planned ones can be edited', async () => {
  await show()
  const rows = within(await screen.findByRole('table', { name: /Listas de precios de 2.0TD/ }))
  expect(
    rows.getByRole('row', { name: /01\/01\/2026 En vigor 30,5 · 1,4 €\/kW y año 0,21 · 0,15 · 0,11/ }),
  ).toBeTruthy()
  expect(rows.getAllByText('Energía: −4 %')).toHaveLength(2)
  expect(rows.getAllByRole('button')).toHaveLength(1)
  expect(rows.getByRole('button', { name: 'Cambiar los precios de 2.0TD desde el 01/01/2027' })).toBeTruthy()
})

test('a planned price list shows its yearly cost first, and the input stays when refused', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(previewYear, ({ body }) => {
      sent.push(body.prices.energy)
      return { amount: 700.5, present: 650 }
    }),
    mockCall(planPrices, ({ body }) => {
      sent.push(body)
      throw new Refused('invalid', 400, { fields: { valid_from: ['Pon un día desde mañana.'] } })
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Planificar precios' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Planificar precios de Tarifa Clara' }))
  const peak = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Energía P1' })
  await userEvent.clear(peak)
  await userEvent.type(peak, '0,25')
  await userEvent.click(dialog.getByRole('button', { name: 'Calcular' }))
  expect(await dialog.findByText(/Costaría 700,50\s€ al año\./)).toBeTruthy()
  expect(dialog.getByText(/son 650,00\s€: 50,50\s€ más/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Pon un día desde mañana.')).toBeTruthy()
  expect(peak.value).toBe('0,25')
  expect(sent).toEqual([
    ['0.25', '0.15', '0.11'],
    {
      ...{ tariff: '2.0TD', valid_from: '2026-11-21' },
      prices: { ...prices, energy: ['0.25', '0.15', '0.11'] },
    },
  ])
})

test('a product is described in several languages and taken off sale', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(saveProduct, ({ body }) => {
      sent.push(body)
      return { version: 4 }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar CLARA' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /\(Català\)/, hidden: true }), 'Senzilla')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toEqual({
    ...{ version: 3, commercial_name: 'Tarifa Clara', is_dynamic: false },
    offer: { ...product.offer, descriptions: { es: 'Sencilla', ca: 'Senzilla' } },
  })
})

test('an archived product can only be restored', async () => {
  await show([], { ...product, is_archived: true, sale: 'archived' })
  expect(await screen.findByRole('button', { name: 'Desarchivar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Planificar precios' })).toBeNull()
})

test('prices of a tariff that await another operator are marked, and can be neither edited nor planned again', async () => {
  const approval = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-11-27T10:00:00Z' }
  await show([], { ...product, waiting_approvals: [{ tariff: '2.0TD', approval }] })
  expect(await screen.findByText(/^2\.0TD: Marta Soler lo ha pedido/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Cambiar los precios/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Planificar precios' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('option', { name: '2.0TD' })).toBeNull()
})

test('a conflicting edit shows the other operator’s values, keeps the input, and is overwritten by saving again', async () => {
  const current = { ...product, commercial_name: 'Luz Clara', version: 4 }
  const { sent, save } = refuseFirstSave('product_changed', current, { version: 5 })
  await show([mockCall(saveProduct, save)])
  await userEvent.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar CLARA' }))
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /Nombre para clientes/ })
  await userEvent.type(name, ' 24')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Nombre para clientes: Luz Clara')
  expect(name.value).toBe('Tarifa Clara 24')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 3 }, { commercial_name: 'Tarifa Clara 24', version: 4 }])
})

test('a conflicting edit of planned prices shows the other operator’s values and keeps the input', async () => {
  const current = { ...product.price_lists[0], prices: { ...prices, energy: ['0.19', '0.15', '0.11'] }, version: 3 }
  const { sent, save } = refuseFirstSave('prices_changed', current, { version: 4 })
  await show([mockCall(changePrices, save)])
  await userEvent.click(await screen.findByRole('button', { name: /^Cambiar los precios/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cambiar precios de/ }))
  const peak = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Energía P1' })
  await userEvent.clear(peak)
  await userEvent.type(peak, '0,25')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('0.19')
  expect(peak.value).toBe('0,25')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 2 }, { version: 3 }])
})
