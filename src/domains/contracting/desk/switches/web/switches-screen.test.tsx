import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import contracts from '#domains/contracts/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type ListedSwitch, listSwitches, recordStep } from '../api.ts'
import texts from '../texts/es.json'
import { SwitchesScreen } from './switches-screen.tsx'

beforeEach(mockTopLayer)

const rejected: ListedSwitch = {
  ...{ contract: { id: 140, name: 'L000140' }, customer: { id: 9, name: 'Anna Güell' } },
  ...{ requested_on: '2026-11-20', due_on: '2026-12-04', clock: 'paused', step: 'rejected' },
  ...{ happened_on: '2026-11-24', rejection: { code: '03', reason: 'holder_differs' } },
}

async function show(sent: unknown[] = []) {
  await renderAt(
    '/operator/switches',
    <ToastProvider>
      <SwitchesScreen />
    </ToastProvider>,
    {
      messages: { 'desk-switches': texts, contracts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listSwitches, () => ({ items: [rejected], total: 1 })),
        mockCall(recordStep, (request) => {
          sent.push(request)
          return undefined
        }),
      ],
    },
  )
}

test('shows the code of a rejection and what it means', async () => {
  await show()
  expect(
    await screen.findByRole('row', { name: /L000140 Anna Güell Rechazado: 03 El NIF no es el de quien .* Parado/ }),
  ).toBeTruthy()
})

test('records a step, and says what a code tells the customer before it is saved', async () => {
  const sent: unknown[] = []
  await show(sent)
  await userEvent.click(await screen.findByRole('button', { name: 'Anotar un paso, L000140' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambio del contrato L000140' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Qué ha pasado' }), 'rejected')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Código del rechazo' }), 'c5')
  expect(dialog.getByText(/La distribuidora no acepta el día pedido/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect
    .poll(() => sent)
    .toMatchObject([{ params: { id: '9', contractId: '140' }, body: { step: 'rejected', code: 'c5' } }])
})
