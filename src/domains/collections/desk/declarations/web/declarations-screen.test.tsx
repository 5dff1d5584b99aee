import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import collections from '#domains/collections/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { decideDeclaration, type ListedDeclaration, listDeclarations } from '../api.ts'
import texts from '../texts/es.json'
import { DeclarationsScreen } from './declarations-screen.tsx'

beforeEach(mockTopLayer)

const declaration: ListedDeclaration = {
  ...{ id: 3, customer: { id: 7, name: 'Biel Roca' }, contract: '0001234', kind: 'medical_device', state: 'open' },
  ...{ note: 'Un respirador.', valid_until: '2027-03-01', declared_at: '2026-11-27T11:00:00.000Z', answer: null },
  ...{ papers: [{ id: 'a', name: 'informe.pdf' }], due_on: '2026-12-21', accepted_until: null, decided_by: null },
  decisions: ['accept', 'ask', 'refuse'],
}

async function show(sent: unknown[] = []) {
  await renderAt(
    '/operator/declarations',
    <ToastProvider>
      <DeclarationsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-declarations': texts, collections, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listDeclarations, () => ({ items: [declaration], total: 1 })),
        mockCall(decideDeclaration, ({ body }) => void sent.push(body)),
      ],
    },
  )
}

test('a declaration shows what is declared, its papers and by when it is answered', async () => {
  await show()
  const row = await screen.findByRole('row', { name: /Biel Roca/ })
  expect(within(row).getByText(collections.declaration.kinds.medical_device)).toBeTruthy()
  expect(within(row).getByRole('button', { name: /informe\.pdf/ })).toBeTruthy()
  expect(within(row).getByText(/Responder antes del: .*21.*2026/)).toBeTruthy()
})

test('it is accepted until the day of its papers, or refused with reasons', async () => {
  const sent: unknown[] = []
  await show(sent)
  await userEvent.click(await screen.findByRole('button', { name: 'Aceptar, Biel Roca' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Aceptar' }))
  await expect.poll(() => sent).toEqual([{ decision: 'accept', accepted_until: '2027-03-01' }])
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar, Biel Roca' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(texts.reasons), 'No lo dice.')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await expect.poll(() => sent[1]).toEqual({ decision: 'refuse', answer: 'No lo dice.' })
})
