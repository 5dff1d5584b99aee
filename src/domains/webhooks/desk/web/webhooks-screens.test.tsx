import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  addEndpoint,
  listDeliveries,
  listEndpoints,
  readDelivery,
  readEndpoint,
  redeliverSince,
  rotateEndpointSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../api.ts'
import texts from '../texts/es.json'
import { DeliveryScreen } from './delivery-screen.tsx'
import { EndpointScreen } from './endpoint-screen.tsx'
import { EndpointsScreen } from './endpoints-screen.tsx'

beforeEach(mockTopLayer)

const secret = `whsec_${'a'.repeat(44)}`
const endpoint: WebhookEndpoint = {
  ...{ id: 3, url: 'https://erp.example.com/webhooks', description: 'ERP', event_types: null, off: null, version: 0 },
  ...{ waiting: 0, failed: 2, last_delivered_at: null, both_secrets_until: null, created_at: '2026-11-01T10:00:00Z' },
}
const delivery: WebhookDelivery = {
  ...{ id: 9, event_id: 'e', type: 'case.opened', state: 'given_up', tries: 10, next_try_at: null },
  ...{ happened_at: '2026-11-02T10:00:00Z', last_try_at: '2026-11-05T10:00:00Z', reply_code: null, failure: 'timeout' },
  endpoint: { id: 3, url: endpoint.url, is_off: false },
}

function showList(add: (body: unknown) => void) {
  return renderAt(
    '/operator/webhooks',
    <ToastProvider>
      <EndpointsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-webhooks': texts },
      callMocks: [
        mockCall(listEndpoints, () => ({ items: [] })),
        mockCall(addEndpoint, ({ body }) => {
          add(body)
          return { id: 3, secret }
        }),
      ],
    },
  )
}

function showOne(shown: WebhookEndpoint, redelivered: (body: unknown) => void = () => {}) {
  return renderAt(
    '/operator/webhooks/3',
    <ToastProvider>
      <EndpointScreen />
    </ToastProvider>,
    {
      path: '/operator/webhooks/$id',
      messages: { 'desk-webhooks': texts },
      callMocks: [
        mockCall(readEndpoint, () => shown),
        mockCall(listDeliveries, () => ({ items: [delivery], total: 1 })),
        mockCall(rotateEndpointSecret, () => ({ secret, both_secrets_until: '2026-11-06T10:00:00Z' })),
        mockCall(redeliverSince, ({ body }) => {
          redelivered(body)
          return { count: 2 }
        }),
      ],
    },
  )
}

test('an endpoint needs a URL and an event type, and shows its secret once', async () => {
  const added: unknown[] = []
  await showList((body) => added.push(body))
  expect(await screen.findByText('Todavía no hay ningún receptor')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Añadir un receptor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Añadir un receptor' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: /Todos los eventos/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(dialog.getByText('Escribe la dirección.')).toBeTruthy()
  expect(dialog.getByText('Elige al menos un tipo de evento.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Dirección' }), endpoint.url)
  await userEvent.click(dialog.getByRole('checkbox', { name: /case.opened/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  const shown = await screen.findByRole('dialog', { name: 'Copia el secreto' })
  expect(shown.textContent).toContain(secret)
  expect(added).toEqual([{ url: endpoint.url, description: '', event_types: ['case.opened'] }])
  await userEvent.click(within(shown).getByRole('button', { name: 'Lo he guardado' }))
  expect(document.body.textContent).not.toContain(secret)
})

test('missed events are sent again from a chosen time on', async () => {
  const sent: unknown[] = []
  await showOne(endpoint, (body) => sent.push(body))
  expect(await screen.findByText('No contestó a tiempo')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar lo que falta' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Desde hace' }), '7 días')
  await userEvent.click(dialog.getByRole('button', { name: 'Reenviar lo que falta' }))
  expect(await screen.findAllByText('Reenviamos 2 eventos.')).not.toEqual([])
  expect(sent).toEqual([{ days: 7 }])
})

test('a new secret is shown once', async () => {
  await showOne(endpoint)
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar el secreto' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cambiar el secreto?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar el secreto' }))
  expect((await screen.findByRole('dialog', { name: 'Copia el secreto' })).textContent).toContain(secret)
})

test('an endpoint that was switched off shows why and can only be switched on', async () => {
  await showOne({ ...endpoint, off: { at: '2026-11-05T10:00:00Z', reason: 'gone' } })
  expect(await screen.findByText(/contestó que ya no existe \(410\)/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Activar' })).toBeTruthy()
  for (const name of ['Enviar una prueba', 'Reenviar lo que falta', 'Desactivar'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a delivery shows every attempt with its reply', async () => {
  const tried = { duration_ms: 1_234, reply_code: null, reply_cut: null, failure: null }
  await renderAt(
    '/operator/webhooks/deliveries/9',
    <ToastProvider>
      <DeliveryScreen />
    </ToastProvider>,
    {
      path: '/operator/webhooks/deliveries/$id',
      messages: { 'desk-webhooks': texts },
      callMocks: [
        mockCall(readDelivery, () => ({
          ...delivery,
          body: '{}',
          history: [
            { ...tried, id: 2, at: '2026-11-05T10:00:00Z', failure: 'timeout' as const },
            { ...tried, id: 1, at: '2026-11-02T10:00:00Z', reply_code: 503, reply_cut: 'no room', duration_ms: null },
          ],
        })),
      ],
    },
  )
  const table = within(await screen.findByRole('table', { name: 'Intentos, del más reciente al más antiguo' }))
  expect(table.getByRole('row', { name: /No contestó a tiempo 1\.?234 ms/ })).toBeTruthy()
  expect(table.getByRole('row', { name: /503 — no room/ })).toBeTruthy()
})
