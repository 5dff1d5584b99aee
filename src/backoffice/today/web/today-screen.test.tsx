import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { readToday, type TodayReply } from '../api.ts'
import texts from '../texts/es.json'
import { TodayScreen } from './today-screen.tsx'

const nothing: TodayReply = {
  cases: { overdue: 0, unassigned: 0 },
  duties: { overdue: 0, today: 0 },
  requests: { requested: 0, sent: 0 },
  new_leads: 0,
  undecided_leads: 0,
  payments: { failed: 0, unclear: 0, refunds_unclear: 0 },
  approvals: 0,
  failed_mails: 0,
  failed_imports: 0,
  failing_jobs: 0,
  failing_systems: [],
  next_cases: [],
}

function show(today: TodayReply) {
  const answers = [mockCall(readToday, () => today)]
  return renderAt('/operator', <TodayScreen />, { messages: { 'desk-today': texts }, callMocks: answers })
}

test('open work links to its pages, and urgent work is highlighted', async () => {
  const next = { id: 7, subject: 'La factura sube', who: 'Eva', due_on: '2026-03-01', is_late: true }
  await show({
    ...nothing,
    cases: { overdue: 1, unassigned: 2 },
    payments: { failed: 0, unclear: 0, refunds_unclear: 1 },
    next_cases: [next],
  })
  const late = await screen.findByRole('link', { name: /1 consulta fuera de plazo\s*Urgente/ })
  expect(late.getAttribute('href')).toBe('/operator/cases')
  expect(screen.getByRole('link', { name: /1 devolución por aclarar/ }).getAttribute('href')).toBe(
    '/operator/payments?state=refund_open',
  )
  expect(screen.getByRole('link', { name: /La factura sube/ }).getAttribute('href')).toBe('/operator/cases/7')
  expect(screen.queryByText(/gestión/)).toBeNull()
})

test('hides what the operator’s roles do not include', async () => {
  const others = { cases: null, duties: null, requests: null, next_cases: null, failed_mails: null, payments: null }
  await show({ ...nothing, ...others, failed_imports: null, failing_jobs: null, failing_systems: null })
  expect(await screen.findByText('No hay nada por hacer.')).toBeTruthy()
  expect(screen.queryByText('No falla nada.')).toBeNull()
  expect(screen.queryByText('Las próximas consultas')).toBeNull()
})

test('shows the empty state without open work', async () => {
  await show(nothing)
  expect(await screen.findByText('No hay nada por hacer.')).toBeTruthy()
  expect(screen.getByText('No falla nada.')).toBeTruthy()
  expect(screen.getByText('Ninguna consulta abierta')).toBeTruthy()
})
