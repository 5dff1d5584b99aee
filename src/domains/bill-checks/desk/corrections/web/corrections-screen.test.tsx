import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type ListedCorrection, listCorrections } from '../api.ts'
import texts from '../texts/es.json'
import { CorrectionsScreen } from './corrections-screen.tsx'

beforeEach(mockTopLayer)

const corrected: ListedCorrection = {
  ...{ cups: 'ES0237990000000001CC0F', day: '2026-10-03', source: 'F5D', before: 8.1, after: 9.4 },
  ...{ corrected_at: '2026-11-12T10:00:00.000Z', origin: 'desk', by: 'Jordi Ferrer', file_name: 'F5D_0237.1' },
  intervals: [{ at: '03:00:00+02:00', before: 0.1, now: 1.4 }],
  invoices: [{ number: 'FE000123', customer: { id: 3, name: 'Biel Roca' } }],
}

async function show(items: ListedCorrection[]) {
  await renderAt(
    '/operator/curve-corrections',
    <ToastProvider>
      <CorrectionsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-corrections': texts, 'operator-area': operatorArea },
      callMocks: [mockCall(listCorrections, () => ({ items, total: items.length }))],
    },
  )
}

test('each day says from how much to how much, in which invoice, when and by whom', async () => {
  await show([corrected])
  const row = await screen.findByRole('row', { name: /03\/10\/2026.* de 8,1.kWh a 9,4.kWh FE000123 · Biel Roca/ })
  expect(row.textContent).toContain('Subido a mano, Jordi Ferrer')
  expect(row.textContent).toContain('F5D_0237.1')
})

test('the hours that changed open on demand', async () => {
  await show([corrected])
  await userEvent.click(await screen.findByRole('button', { name: '1 intervalo, 2026-10-03' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambios del 03/10/2026' }))
  const [interval] = dialog.getAllByRole('listitem')
  expect(interval!.textContent?.replaceAll('\u00a0', ' ')).toBe('03:00: de 0,1 kWh a 1,4 kWh')
})

test('an empty list says what appears here', async () => {
  await show([])
  expect(await screen.findByText(texts.noneYetTitle)).toBeTruthy()
})
