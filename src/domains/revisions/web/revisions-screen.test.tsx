import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { leaveOnRevision, listRevisions, type RevisionDetails, readRevision } from '../api.ts'
import texts from '../texts/es.json'
import { RevisionScreen } from './revision-screen.tsx'
import { RevisionsScreen } from './revisions-screen.tsx'

const id = '3f1c2d4e-0000-4000-8000-000000000001'
const revision: RevisionDetails = {
  ...{ id, kind: 'prices', applies_on: '2027-01-15', status: 'announced', product: 'Tarifa Sol', tariff: '2.0TD' },
  ...{ contract: { name: '0054210', type: 'electricity' }, explanation: 'Sube el mercado.', left_at: null },
  ...{ may_leave_free: true, promotion: null, penalty: null },
  delivered_at: '2026-11-28T11:00:00Z',
  prices: [{ term: 'energy', periods: 3, period: 1, unit: 'perKwh', before: '0.2', after: '0.22' }],
  year: { basis: 'measured', start: '2025-11-28', end: '2026-11-27', kwh: 2500, before: 700, after: 742.5 },
}
beforeAll(mockTopLayer)

const messages = { revisions: texts, app }

async function showOne(details: RevisionDetails, leave?: () => { leaves_on: string }, isReadonly = false) {
  let shown = details
  await renderAt(`/revisions/${id}`, <RevisionScreen />, {
    path: '/revisions/$id',
    messages,
    boot: { signedIn: { ...anna, readonly: isReadonly } },
    callMocks: [
      mockCall(readRevision, () => shown),
      mockCall(leaveOnRevision, () => {
        const reply = leave!()
        shown = { ...shown, status: 'left', left_at: '2026-11-28T12:00:00Z' }
        return reply
      }),
    ],
  })
  await screen.findByRole('heading', { level: 1 })
}

test('each announced change is listed with its contract and its day', async () => {
  await renderAt('/revisions', <RevisionsScreen />, {
    messages,
    callMocks: [mockCall(listRevisions, () => ({ items: [revision] }))],
  })
  expect(await screen.findByRole('link', { name: /Nuevos precios · 0054210.*15\/01\/2027/ })).toBeTruthy()
})

test('without changes the page says when there would be one', async () => {
  await renderAt('/revisions', <RevisionsScreen />, {
    messages,
    callMocks: [mockCall(listRevisions, () => ({ items: [] }))],
  })
  expect(await screen.findByText(texts.empty.title)).toBeTruthy()
})

test('a rise says what it costs in the own year, and shows each price before and after', async () => {
  await showOne(revision)
  expect(screen.getByRole('region', { name: texts.year.title }).textContent).toMatch(/42,50\s€ más al año/)
  expect(screen.getByRole('row', { name: /Energía · punta/ }).textContent).toMatch(/0,2 €\/kWh.*0,22 €\/kWh/)
})

test('a year that is not known is said, and the prices still stand', async () => {
  await showOne({ ...revision, year: null })
  expect(screen.getByText(texts.year.unknown)).toBeTruthy()
})

test('a customer leaves after a confirmation', async () => {
  await showOne(revision, () => ({ leaves_on: '2027-01-14' }))
  await userEvent.click(screen.getByRole('button', { name: texts.leave.open }))
  await userEvent.click(await screen.findByRole('button', { name: texts.leave.confirm }))
  expect(await screen.findByText(/Acabará el 14\/01\/2027 y no pagas nada/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.leave.open })).toBeNull()
})

test('a refusal is explained and the dialog stays', async () => {
  await showOne(revision, () => {
    throw new Refused('already_applied', 409)
  })
  await userEvent.click(screen.getByRole('button', { name: texts.leave.open }))
  await userEvent.click(await screen.findByRole('button', { name: texts.leave.confirm }))
  expect(await screen.findByText(texts.refusals.already_applied)).toBeTruthy()
})

test('whoever may only look cannot leave, and nobody leaves what already applies', async () => {
  await showOne(revision, undefined, true)
  expect(screen.getByRole('button', { name: texts.leave.open }).getAttribute('aria-disabled')).toBe('true')
})
