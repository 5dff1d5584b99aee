import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import area from '#app/operator/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type FutureDetails, readFuture, saveFuture } from '../api.ts'
import texts from '../texts/es.json'
import { FutureScreen } from './future-screen.tsx'

beforeEach(mockTopLayer)

const future: FutureDetails = {
  ...{ id: 5, name: 'FTB Q1-27', title: null, instrument: 'FTB', alerts: 3, is_active: true, names: null, version: 2 },
  ...{ delivery_start: '2027-01-01', delivery_end: '2027-03-31', last_trading_day: '2026-12-29' },
  ...{ price: null, price_date: null, prices: [] },
}

test('shows the empty state of a future without prices and keeps the input when refused', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/futures/5',
    <ToastProvider>
      <FutureScreen />
    </ToastProvider>,
    {
      path: '/operator/futures/$id',
      messages: { 'desk-price-alerts': texts, 'operator-area': area },
      callMocks: [
        mockCall(readFuture, () => future),
        mockCall(saveFuture, ({ body }) => {
          sent.push(body)
          throw new Refused('future_changed', 409)
        }),
      ],
    },
  )
  expect(await screen.findByText('Todavía no tiene precios')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar FTB Q1-27' }))
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Nombre en el portal (Castellano)' })
  await userEvent.type(name, 'Invierno')
  await userEvent.click(dialog.getByRole('checkbox', { name: /Activo/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(/Otra persona lo ha cambiado/)).toBeTruthy()
  expect(name.value).toBe('Invierno')
  expect(sent).toEqual([{ names: { es: 'Invierno' }, is_active: false, version: 2 }])
})
