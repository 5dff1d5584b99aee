import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { readStatistics } from '../api.ts'
import texts from '../texts/es.json'
import { StatisticsScreen } from './statistics-screen.tsx'

test('a chart describes its content in text and offers its values as a table', async () => {
  const figures = {
    period: '30d' as const,
    bars: ['2026-03-09', '2026-03-10'],
    sign_ins: [0, 0],
    payments: { succeeded: [1, 2], failed: [0, 1] },
    requests: [0, 0],
    cases: [0, 0],
    answers: { count: [0, 100], failed: [0, 1], within_ms: [null, 250] },
  }
  const answers = [mockCall(readStatistics, () => figures)]
  await renderAt('/operator/figures', <StatisticsScreen />, {
    messages: { 'desk-statistics': texts },
    callMocks: answers,
  })
  expect(await screen.findByRole('img', { name: '4 intentos de pago, 1 sin cobrar.' })).toBeTruthy()
  expect(screen.getByRole('img', { name: /95 de cada 100 respuestas en 250 ms o menos/ })).toBeTruthy()
  const payments = within(screen.getByRole('figure', { name: 'Pagos con tarjeta' }))
  await userEvent.click(payments.getByRole('button', { name: 'Ver como tabla' }))
  const rows = within(payments.getByRole('table', { name: 'Pagos con tarjeta' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['DesdeCobradosNo cobrados', '09/03/202610', '10/03/202621'])
  const times = within(screen.getByRole('figure', { name: 'Tiempo de respuesta' }))
  await userEvent.click(times.getByRole('button', { name: 'Ver como tabla' }))
  expect(times.getByRole('cell', { name: '—' })).toBeTruthy()
})
