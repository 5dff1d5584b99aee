import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listPaymentHolds, type PaymentHold, releasePaymentHold } from '../holds-api.ts'
import texts from '../texts/es.json'
import { HoldsScreen } from './holds-screen.tsx'

const hold: PaymentHold = {
  id: '99100733-0000-4000-8000-000000000000',
  per: 'user',
  value: null,
  user: { id: 3, name: 'Eva García', email: 'eva@example.test' },
  tries: 11,
  since: '2026-11-20T11:00:00Z',
  until: '2026-11-20T11:10:00Z',
  version: 2,
}

async function show(holds: PaymentHold[], release: (sent: unknown) => void = () => {}) {
  let items = holds
  await renderAt(
    '/operator/payments/holds',
    <ToastProvider>
      <HoldsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-payments': texts, app },
      callMocks: [
        mockCall(listPaymentHolds, () => ({ items, total: items.length })),
        mockCall(releasePaymentHold, (sent) => {
          release(sent)
          items = []
          return undefined
        }),
      ],
    },
  )
  await screen.findByRole('heading', { name: 'Pagos en espera' })
}

test('held users are listed and released with the loaded version', async () => {
  const release = vi.fn()
  await show(
    [hold, { ...hold, id: hold.id.replace('9', '8'), per: 'network', value: '192.0.2.7', user: null }],
    release,
  )
  const row = (await screen.findAllByRole('row', { name: /Usuario/ }))[0]!
  for (const text of ['Eva García · eva@example.test', '11', '20/11/2026, 12:10'])
    expect(within(row).getByText(text)).toBeDefined()
  expect(screen.getByRole('row', { name: /Red 192.0.2.7/ })).toBeDefined()
  await userEvent.click(within(row).getByRole('button', { name: 'Dejar pagar' }))
  expect(await screen.findByText('Nadie está en espera')).toBeDefined()
  expect(release).toHaveBeenCalledWith(expect.objectContaining({ params: { id: hold.id }, body: { version: 2 } }))
})

test('a refused release is shown and the list stays', async () => {
  await show([hold], () => {
    throw new Refused('changed_meanwhile', 409)
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Dejar pagar' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByRole('row', { name: /Usuario/ })).toBeDefined()
})
