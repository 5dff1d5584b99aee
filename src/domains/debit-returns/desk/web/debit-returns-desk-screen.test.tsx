import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { actOnReturns, listManagedReturns, type ManagedReturn, matchManagedReturn } from '../api.ts'
import texts from '../texts/es.json'
import { DebitReturnsDeskScreen } from './debit-returns-desk-screen.tsx'

beforeEach(mockTopLayer)

const unmatched: ManagedReturn = {
  ...{ id: 7, state: 'unmatched', unmatched_reason: 'other_amount', cause: 'no_money', code: 'AM04', amount: 45.69 },
  ...{ reference: 'FE000123', debtor: 'EVA G', concept: null, customer: null, invoice: null, assignee: null },
  ...{ format: 'camt.054', returned_on: '2026-11-24' },
}
const owed: ManagedReturn = {
  ...{ ...unmatched, id: 8, state: 'matched', unmatched_reason: null, customer: { id: 3, name: 'Biel Roca' } },
  invoice: { number: 'FE000124', owed: 12 },
}

async function show(sent: unknown[] = [], items: ManagedReturn[] = [unmatched, owed], state = 'all') {
  await renderAt(
    `/operator/debit-returns?state=${state}`,
    <ToastProvider>
      <DebitReturnsDeskScreen />
    </ToastProvider>,
    {
      messages: { 'desk-debit-returns': texts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listManagedReturns, ({ query }) => {
          expect(query).toMatchObject({ state })
          return { items, total: items.length }
        }),
        mockCall(matchManagedReturn, ({ params, body }) => {
          sent.push({ ...params, ...body })
          return undefined
        }),
        mockCall(actOnReturns, ({ body }) => {
          sent.push(body)
          return { changed: 2 }
        }),
      ],
    },
  )
}

test('each return has its cause, its code and where it stands', async () => {
  await show()
  expect(
    await screen.findByRole('row', { name: /FE000123 EVA G .* Sin saldo AM04 .*La factura tiene otro importe/ }),
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: /FE000124 Biel Roca .* Pendiente: 12,00/ })).toBeTruthy()
})

test('an unmatched one gets its invoice by number', async () => {
  const sent: unknown[] = []
  await show(sent)
  await userEvent.click(await screen.findByRole('button', { name: 'Asignar la factura' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar la factura' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Número de factura' }), 'FE000125')
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  await expect.poll(() => sent).toEqual([{ id: '7', number: 'FE000125' }])
})

test('several are acted on at once', async () => {
  const sent: unknown[] = []
  await show(sent)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleccionar FE000123' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar FE000124' }))
  const acts = within(screen.getByRole('group', { name: '2 adeudos seleccionados' }))
  await userEvent.click(acts.getByRole('button', { name: 'Apartar' }))
  await expect.poll(() => sent).toEqual([{ act: 'dismiss', ids: [7, 8] }])
  await expect.poll(() => screen.queryByRole('group', { name: /seleccionad/ })).toBeNull()
})

test('an empty list says that nothing is left', async () => {
  await show([], [], 'unmatched')
  expect(await screen.findByText('No queda ninguno por asignar')).toBeTruthy()
})
