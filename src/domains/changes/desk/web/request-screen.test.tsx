import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type ChangeRequestDetails, readChangeRequest, refuseChange } from '../api.ts'
import texts from '../texts/es.json'
import { RequestScreen } from './request-screen.tsx'

beforeEach(mockTopLayer)

const request: ChangeRequestDetails = {
  ...{ id: 12, kind: 'power', state: 'sent', reason: null, note: null, requested_by: 'Eva', printable_iban: null },
  ...{ requested_at: '2026-03-01T10:00:00Z', updated_at: '2026-03-02T10:00:00Z', details: [] },
  customer: { id: 3, name: 'Eva García', tax_id: '99100733N' },
  contract: { name: '0049077', cups: 'ES0021000000000001AA', full_address: 'Carrer Major, 1' },
  power: { asked: [5.75, 4.6], present: [4.6, 4.6], phone: '+34612345678' },
  documents: [{ id: 'signed', kind: 'signed', name: 'Cambio de potencia.pdf' }],
  clock: null,
  moves: ['done', 'refuse'],
}

function show(shown: ChangeRequestDetails, refuse: (body: unknown) => void = () => {}) {
  return renderAt(
    '/operator/requests/12',
    <ToastProvider>
      <RequestScreen />
    </ToastProvider>,
    {
      path: '/operator/requests/$id',
      messages: { 'desk-changes': texts },
      callMocks: [
        mockCall(readChangeRequest, () => shown),
        mockCall(refuseChange, ({ body }) => {
          refuse(body)
          return undefined
        }),
      ],
    },
  )
}

test('shows requested and current values side by side and offers only valid actions', async () => {
  await show(request)
  expect(await screen.findByRole('heading', { name: 'Cambio de potencia n.º 12' })).toBeTruthy()
  expect(screen.getByText(/^5,75\skW \(ahora 4,6\skW\)$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Cambio de potencia.pdf/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Marcar como hecha' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aceptar y enviar' })).toBeNull()
})

test('a refusal needs a reason', async () => {
  const sent: unknown[] = []
  await show(request, (body) => sent.push(body))
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar la gestión' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(dialog.getByText('Escribe el motivo.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Supera el boletín')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await expect.poll(() => sent).toEqual([{ note: 'Supera el boletín', by: 'retailer' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a change that awaits its customer offers no action', async () => {
  await show({ ...request, state: 'waiting_for_signature', moves: [] })
  expect(await screen.findByText(/Falta que el cliente firme/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull()
})
