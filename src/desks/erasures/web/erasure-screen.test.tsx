import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, renderAt } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { ToastProvider } from '#kit/web/toast.tsx'
import { carryOutErasureRequest, type ReadErasureRequest, readErasureRequest, refuseErasureRequest } from '../api.ts'
import texts from '../texts/es.json'
import { ErasureScreen } from './erasure-screen.tsx'

beforeEach(standInForTopLayer)

const request: ReadErasureRequest = {
  ...{ id: 12, state: 'requested', requested_at: '2026-11-01T10:00:00Z', answer_by: '2026-12-01', answer: null },
  ...{ name: 'Eva García', email: 'eva@example.test', comment: 'Todo', obstacles: [], erased_at: null },
  tables: [
    { table: 'invoice', does: 'strip', count: 3, ground: 'books', until: '2030-12-31' },
    { table: 'session', does: 'remove', count: 1, ground: null, until: null },
  ],
}

function show(shown: ReadErasureRequest, sent: unknown[] = []) {
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
      messages: { 'desk-erasures': texts },
      answers: [
        answer(readErasureRequest, () => shown),
        answer(carryOutErasureRequest, () => note('carried out')),
        answer(refuseErasureRequest, ({ body }) => note((body as { note: string }).note)),
      ],
    },
  )
}

test('each table stands with what is done to it, why something stays and until when', async () => {
  await show(request)
  const row = within(await screen.findByRole('row', { name: /invoice/ }))
  expect(row.getByText('Se anonimizan')).toBeTruthy()
  expect(row.getByText(/Código de Comercio/)).toBeTruthy()
  expect(row.getByText(/2030/)).toBeTruthy()
})

test('an erasure is confirmed by a box before it is carried out', async () => {
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

test('what stands in the way is said, and only a refusal is offered then', async () => {
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

test('once erased nobody is named, and there is the record', async () => {
  const erased = { state: 'done', name: null, email: null, comment: null, erased_at: '2026-11-02T10:00:00Z' } as const
  await show({ ...request, ...erased })
  expect(await screen.findByRole('link', { name: /Descargar el acta/ })).toBeTruthy()
  expect(screen.queryByText('Eva García')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull()
})
