import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { listOpenChanges, type OpenChange } from '../open-api.ts'
import changes from '../texts/es.json'
import { OpenRequests } from './open-requests.tsx'

const power: OpenChange = {
  id: 3,
  kind: 'power',
  state: 'waiting_for_signature',
  requested_at: '2026-03-09T23:30:00.000Z',
  contract: { name: '2023/17', type: 'electricity', street: 'Carrer Major, 3' },
}

function show(reply: () => OpenChange[]) {
  return renderAt('/', <OpenRequests />, {
    boot: { signedIn: anna },
    messages: { changes },
    answers: [answer(listOpenChanges, () => ({ items: reply(), total: reply().length }))],
  })
}

test('what is under way says what it is, how it stands and since when, and leads to its contract', async () => {
  await show(() => [power])
  const link = await screen.findByRole('link', { name: /Cambio de potencia/ })
  expect(link.getAttribute('href')).toBe('/contracts/electricity/2023%2F17')
  expect(link.textContent).toContain('Carrer Major, 3 · Pedido el 10/03/2026')
  expect(link.textContent).toContain('Falta tu firma')
})

test.each([
  ['nothing is', () => []],
  [
    'that cannot be read',
    () => {
      throw new Refused('unexpected', 500)
    },
  ],
])('there is no place for what is under way where %s', async (_, reply) => {
  await show(reply)
  expect(screen.queryByRole('heading')).toBeNull()
})
