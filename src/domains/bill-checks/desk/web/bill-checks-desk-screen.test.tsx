import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type BillHold, decideHeldBills, listHeldBills } from '../api.ts'
import texts from '../texts/es.json'
import { BillChecksDeskScreen } from './bill-checks-desk-screen.tsx'

beforeEach(mockTopLayer)

const held: BillHold = {
  ...{ id: 7, number: 'FE000123', customer: { id: 3, name: 'Biel Roca' }, state: 'held', amount: 45.69 },
  ...{ difference: 1.9, faults: ['regulated_price', 'tax_base'], held_on: '2026-11-24', decided_by: null },
}

async function show(items: BillHold[], sent: unknown[] = []) {
  await renderAt(
    '/operator/held-bills',
    <ToastProvider>
      <BillChecksDeskScreen />
    </ToastProvider>,
    {
      messages: { 'desk-bill-checks': texts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listHeldBills, () => ({ items, total: items.length, by_fault: [] })),
        mockCall(decideHeldBills, ({ body }) => {
          sent.push(body)
          return { changed: 2 }
        }),
      ],
    },
  )
}

test('each bill has its faults and how much it is wrong', async () => {
  await show([held])
  expect(
    await screen.findByRole('row', {
      name: /FE000123 Biel Roca .*Precio regulado, Base del impuesto.*Diferencia: 1,90/,
    }),
  ).toBeTruthy()
})

test('several are released at once', async () => {
  const sent: unknown[] = []
  await show([held, { ...held, id: 8, number: 'FE000124' }], sent)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleccionar FE000123' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar FE000124' }))
  const acts = within(screen.getByRole('group', { name: '2 facturas seleccionadas' }))
  await userEvent.click(acts.getByRole('button', { name: 'Liberar' }))
  await expect.poll(() => sent).toEqual([{ act: 'release', ids: [7, 8] }])
})

test('an empty list says that nothing is held', async () => {
  await show([])
  expect(await screen.findByText('No hay facturas retenidas')).toBeTruthy()
})
