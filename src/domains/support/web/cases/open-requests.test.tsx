import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listRequests, type RequestListItem } from '../../api.ts'
import support from '../../texts/es.json'
import { testCase } from '../support-testing.tsx'
import { OpenRequests } from './open-requests.tsx'

const aRequest: RequestListItem = {
  kind: 'case',
  id: 12,
  number: testCase.number,
  subject: testCase.subject,
  category: testCase.category,
  change: null,
  state: 'in_process',
  contract: testCase.contract,
  opened_at: '2026-03-02T10:00:00Z',
  updated_at: '2026-03-02T10:00:00Z',
  due_on: '2026-03-23',
  clock: 'running',
  answered_at: null,
  signature_id: null,
}
const aChange: RequestListItem = {
  ...aRequest,
  kind: 'change',
  id: 3,
  subject: null,
  change: 'power',
  state: 'sent',
  opened_at: '2026-03-09T23:30:00Z',
  updated_at: '2026-03-09T23:30:00Z',
  due_on: null,
  clock: null,
}

function show(reply: () => RequestListItem[], { hasRequests = true, hasUpstream = false } = {}) {
  const list = () => ({ items: reply(), n_items: 1, offset: 0, limit: 20 })
  return renderAt('/', <OpenRequests />, {
    boot: { signedIn: anna, hasUpstream, flags: { 'crm.case': hasRequests } },
    messages: { support },
    callMocks: [mockCall(listRequests, list)],
  })
}

test('shows the subject and the deadline of each request, with a link', async () => {
  await show(() => [aRequest, aChange])
  const [change, asked] = within(await screen.findByRole('list')).getAllByRole('link')
  expect(change!.textContent).toContain('Cambio de potencia')
  expect(change!.textContent).toContain('Pedido el 10/03/2026')
  expect(change!.getAttribute('href')).toBe('/contracts/electricity/0048213')
  expect(asked!.textContent).toContain('La factura de febrero')
  expect(asked!.textContent).toContain('Respuesta como muy tarde el 23/03/2026')
  expect(asked!.getAttribute('href')).toBe('/requests/12')
  expect(screen.getByRole('link', { name: 'Ver todas las solicitudes' }).getAttribute('href')).toBe('/requests')
})

test.each([
  [{ due_on: '2026-03-09', clock: 'late' }, 'Tenía que estar respondida el 09/03/2026'],
  [
    { state: 'being_processed', clock: 'answered', answered_at: '2026-03-06T09:00:00Z' },
    'Te respondimos el 06/03/2026',
  ],
  [{ state: 'additional_information_required', clock: 'stopped' }, 'Necesitamos más datos'],
  [{ due_at: '2026-03-10T12:00:00Z' }, 'Respuesta como muy tarde el 10/03/2026'],
  [{ state: 'accepted', closure: 'incomplete', clock: 'stopped' }, 'Cerrada: faltaban datos'],
] as const)('shows for a case with %o: %s', async (given, words) => {
  await show(() => [{ ...aRequest, ...given }])
  expect((await screen.findByRole('list')).textContent).toContain(words)
})

test('shows only changes if there are no requests pages', async () => {
  await show(() => [aRequest, aChange], { hasRequests: false })
  expect(within(await screen.findByRole('list')).getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'Ver todas las solicitudes' })).toBeNull()
})

test('links no cases behind an upstream server, whose case pages are closed', async () => {
  await show(() => [aRequest, aChange], { hasUpstream: true })
  expect(within(await screen.findByRole('list')).getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'Ver todas las solicitudes' })).toBeNull()
})

test('renders nothing without open requests', async () => {
  const { portal } = await show(() => [])
  await expect.poll(() => portal.queryClient?.isFetching()).toBe(0)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('shows a loading error, which can be retried', async () => {
  let isDown = true
  await show(() => {
    if (isDown) throw new Refused('unexpected', 500)
    return [aRequest]
  })
  await screen.findByText('No hemos podido cargar tus solicitudes')
  isDown = false
  await userEvent.click(screen.getByRole('button'))
  await screen.findByRole('link', { name: /La factura de febrero/ })
})
