import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { carryOutErasureRequest, type ErasureRequestDetails, readErasureRequest, refuseErasureRequest } from '../api.ts'
import texts from '../texts/es.json'
import { ErasureScreen } from './erasure-screen.tsx'

beforeEach(mockTopLayer)

const request: ErasureRequestDetails = {
  ...{ id: 12, state: 'requested', requested_at: '2026-11-01T10:00:00Z', answer_by: '2026-12-01', answer: null },
  ...{ name: 'Eva García', email: 'eva@example.test', comment: 'Todo', obstacles: [], erased_at: null },
  tables: [
    { table: 'invoice', does: 'strip', count: 3, ground: 'books', until: '2030-12-31' },
    { table: 'session', does: 'remove', count: 1, ground: null, until: null },
  ],
}

function show(shown: ErasureRequestDetails, sent: unknown[] = []) {
  const note = (what: string) => {
    sent.push(what)
    return undefined
  }
  return renderAt(
    '/operator/erasures/12',
    <ToastProvider>
      <ErasureScreen />
    </ToastProvider>,
    {
      path: '/operator/erasures/$id',
      messages: { 'desk-profile': texts },
      callMocks: [
        mockCall(readErasureRequest, () => shown),
        mockCall(carryOutErasureRequest, () => note('carried out')),
        mockCall(refuseErasureRequest, ({ body }) => note((body as { note: string }).note)),
      ],
    },
  )
}

test('shows for each table the action, the retention ground and its end', async () => {
  await show(request)
  const row = within(await screen.findByRole('row', { name: /invoice/ }))
  expect(row.getByText('Se anonimizan')).toBeTruthy()
  expect(row.getByText(/Código de Comercio/)).toBeTruthy()
  expect(row.getByText(/2030/)).toBeTruthy()
})

test('an erasure is confirmed with a checkbox before it is carried out', async () => {
  const sent: unknown[] = []
  await show(request, sent)
  await userEvent.click(await screen.findByRole('button', { name: 'Borrar sus datos' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Borrar sus datos?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Borrar sus datos' }))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'He comprobado lo que se borra y lo que queda' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Borrar sus datos' }))
  await expect.poll(() => sent).toEqual(['carried out'])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('shows the obstacles and then offers only the refusal', async () => {
  const sent: unknown[] = []
  await show({ ...request, obstacles: ['open_contracts'] }, sent)
  expect(await screen.findByText('Hay contratos en vigor o en trámite.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Borrar sus datos' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar la solicitud' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Hay un contrato')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await expect.poll(() => sent).toEqual(['Hay un contrato'])
})

test('shows the record instead of a name after the erasure', async () => {
  const erased = { state: 'done', name: null, email: null, comment: null, erased_at: '2026-11-02T10:00:00Z' } as const
  await show({ ...request, ...erased })
  expect(await screen.findByRole('link', { name: /Descargar el acta/ })).toBeTruthy()
  expect(screen.queryByText('Eva García')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull()
})
