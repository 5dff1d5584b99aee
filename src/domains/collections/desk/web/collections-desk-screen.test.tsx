import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { listSavedFilters } from '#domains/operators/desk/saved-filters/api.ts'
import savedFilterTexts from '#domains/operators/desk/saved-filters/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { actOnDebts, listManagedDebts, type ManagedDebt, markUnderbilling, readDebtChoices } from '../api.ts'
import texts from '../texts/es.json'
import { CollectionsDeskScreen } from './collections-desk-screen.tsx'

const debt: ManagedDebt = {
  ...{ id: 7, customer: { id: 3, name: 'Biel Roca' }, contract: '0001234', step: 'delivered', stops: [], plan: null },
  ...{ has_social_bonus: true, owed: 45.69, first_demand_on: '2026-11-27', suspension_from: '2027-03-28' },
  ...{ suspend_on: null, opened_at: '2026-11-27T11:00:00.000Z', assignee: null },
  paper: {
    ...({ id: 4, kind: 'demand', channel: 'burofax', is_written: true } as const),
    ...({ outcome: 'delivered', outcome_on: '2026-12-01', proof: 'CD 1' } as const),
  },
}

test('a suspension is announced for the selected debts, and the operator reads why not for some', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/collections?step=delivered&assignee=9',
    <ToastProvider>
      <CollectionsDeskScreen />
    </ToastProvider>,
    {
      messages: { 'desk-collections': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listManagedDebts, ({ query }) => {
          expect(query).toMatchObject({ step: 'delivered', assignee: '9' })
          return { items: [debt], total: 1 }
        }),
        mockCall(readDebtChoices, () => ({ operators: [{ id: 9, name: 'Nora' }] })),
        mockCall(actOnDebts, ({ body }) => {
          sent.push(body)
          return { changed: 0, problems: ['too_early' as const] }
        }),
      ],
    },
  )
  expect(
    await screen.findByRole('row', { name: /0001234 Biel Roca .*Requerimiento entregado Tiene el bono social/ }),
  ).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Asignado a' }).value).toBe('9')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar la página' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /0001234/ }).checked).toBe(true)
  const acts = within(screen.getByRole('group', { name: 'Un impago seleccionado' }))
  await userEvent.selectOptions(acts.getByRole('combobox', { name: 'Acción' }), 'announce')
  await userEvent.type(acts.getByLabelText('Día del corte'), '28/1/2027')
  expect(screen.getByText('Requerimiento · Burofax')).toBeTruthy()
  expect(screen.getByText(/^Entregado el .*2026 \(CD 1\)$/)).toBeTruthy()
  expect(screen.getByText(/^Primer requerimiento: .*2026$/)).toBeTruthy()
  await userEvent.click(acts.getByRole('button', { name: 'Registrar' }))
  await expect.poll(() => sent).toEqual([{ act: 'announce', ids: [7], suspend_on: '2027-01-28', channel: null }])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar el contrato 0001234' }))
  const again = within(screen.getByRole('group', { name: 'Un impago seleccionado' }))
  await userEvent.selectOptions(again.getByRole('combobox', { name: 'Acción' }), 'assign')
  await userEvent.selectOptions(again.getByRole('combobox', { name: texts.operator }), 'Nora')
  await userEvent.click(again.getByRole('button', { name: 'Registrar' }))
  await expect.poll(() => sent[1]).toEqual({ act: 'assign', ids: [7], suspend_on: null, operator_id: 9 })
  expect(await screen.findAllByText(/El día es anterior al que permite la norma/)).not.toEqual([])
})

test('an invoice that charges what earlier ones lacked is noted by its number', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/collections',
    <ToastProvider>
      <CollectionsDeskScreen />
    </ToastProvider>,
    {
      messages: { 'desk-collections': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listManagedDebts, () => ({ items: [], total: 0 })),
        mockCall(readDebtChoices, () => ({ operators: [] })),
        mockCall(markUnderbilling, ({ body }) => {
          sent.push(body)
          return {}
        }),
      ],
    },
  )
  const form = within(await screen.findByRole('region', { name: texts.underbilling.title }))
  await userEvent.type(form.getByLabelText(texts.underbilling.number), 'FE26/9')
  await userEvent.type(form.getByLabelText(texts.underbilling.errorOn), '1/6/2026')
  await userEvent.type(form.getByLabelText(texts.underbilling.amount), '40.5')
  await userEvent.click(form.getByRole('button', { name: texts.underbilling.note }))
  await expect
    .poll(() => sent)
    .toEqual([{ number: 'FE26/9', error_on: '2026-06-01', amount: 40.5, distributor_on: null }])
  expect(await screen.findAllByText('La factura FE26/9 se puede pagar por partes.')).not.toHaveLength(0)
})

test('a debt is taken over by its key, and filters are kept under a name', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/collections',
    <ToastProvider>
      <CollectionsDeskScreen />
    </ToastProvider>,
    {
      messages: { 'desk-collections': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listSavedFilters, () => ({ items: [{ id: 'f', name: 'Los míos', query: 'assignee=mine' }] })),
        mockCall(listManagedDebts, () => ({ items: [debt, { ...debt, id: 8, contract: '0001235' }], total: 2 })),
        mockCall(readDebtChoices, () => ({ operators: [] })),
        mockCall(actOnDebts, ({ body }) => {
          sent.push(body)
          return { changed: 1, problems: [] }
        }),
      ],
    },
  )
  const saved = await screen.findByRole('link', { name: 'Los míos' })
  expect(saved.getAttribute('href')).toBe('/operator/collections?assignee=mine')
  screen.getByRole('checkbox', { name: 'Seleccionar el contrato 0001234' }).focus()
  await userEvent.keyboard('{ArrowDown}a')
  await expect.poll(() => sent).toEqual([{ act: 'assign', ids: [8], suspend_on: null }])
})
