import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import areaTexts from '#app/operator/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { closeOperator, type ListedOperator, listOperators, readOperator, saveRoles } from '../api.ts'
import texts from '../texts/es.json'
import { OperatorsScreen } from './operators-screen.tsx'

beforeEach(mockTopLayer)

const own: ListedOperator = {
  ...{ id: 7, login: 'jordi', name: 'Jordi Ferrer', email: 'jordi@example.test' },
  ...{ state: 'active', last_seen_at: '2026-03-01T10:00:00Z', roles: ['administrator'], version: 'v1' },
}
const other: ListedOperator = {
  ...own,
  roles: ['care'],
  id: 8,
  login: 'mar',
  name: 'Mar Soler',
  state: 'invited',
  last_seen_at: null,
}

async function show(address: string, items: ListedOperator[]) {
  const queries: unknown[] = []
  const closed: string[] = []
  const saved: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <OperatorsScreen />
    </ToastProvider>,
    {
      messages: { 'desk-operators': texts, 'operator-area': areaTexts },
      callMocks: [
        mockCall(readOperator, () => own),
        mockCall(listOperators, ({ query }) => {
          queries.push(query)
          return { items, total: items.length && 26 }
        }),
        mockCall(saveRoles, ({ params, body }) => {
          saved.push([params.id, body])
          return undefined
        }),
        mockCall(closeOperator, ({ params }) => {
          closed.push(params.id)
          if (closed.length === 1) throw new Refused('own_account', 409)
          return undefined
        }),
      ],
    },
  )
  return { asked: queries, closed, saved }
}

test('the list follows its address, keeps the query across pages and shows an empty state', async () => {
  const { asked: queries } = await show('/operator/operators?q=example&state=active', [own, other])
  const row = await screen.findByRole('row', { name: /Jordi Ferrer jordi .* Activo/ })
  expect(
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cambiar roles'])
  expect(within(row).getByText('Administración')).toBeTruthy()
  expect(queries).toEqual([{ q: 'example', state: 'active', offset: 0, limit: 25 }])
  expect(screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')).toBe(
    '/operator/operators?q=example&state=active&offset=25',
  )
  cleanup()
  await show('/operator/operators?q=nobody', [])
  expect(await screen.findByText('No hay ningún operador así')).toBeTruthy()
})

test('access is closed after confirmation, and a failure to do so is shown', async () => {
  const { closed } = await show('/operator/operators', [own, other])
  const row = await screen.findByRole('row', { name: /Mar Soler mar .* Invitado/ })
  await userEvent.click(within(row).getByRole('button', { name: 'Quitar el acceso' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Quitar el acceso a Mar Soler?' }))
  const button = dialog.getByRole('button', { name: 'Quitar el acceso' })
  await userEvent.click(button)
  expect((await dialog.findByRole('alert')).textContent).toBe(texts.refusals.own_account)
  await userEvent.click(button)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(closed).toEqual(['8', '8'])
})

test('roles are selected, at least one is required, and the loaded version is sent', async () => {
  const { saved } = await show('/operator/operators', [own, other])
  const row = await screen.findByRole('row', { name: /Mar Soler mar .* Atención al cliente/ })
  await userEvent.click(within(row).getByRole('button', { name: 'Cambiar roles' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Roles de Mar Soler' }))
  const boxes = dialog.getByRole('group', { name: 'Roles' })
  expect(within(boxes).getAllByRole('checkbox')).toHaveLength(5)
  await userEvent.click(within(boxes).getByRole('checkbox', { name: /Atención al cliente/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar los roles' }))
  expect(dialog.getByText('Elige al menos un rol.')).toBeTruthy()
  expect(saved).toEqual([])
  await userEvent.click(within(boxes).getByRole('checkbox', { name: /Cobros y precios/ }))
  await userEvent.click(within(boxes).getByRole('checkbox', { name: /Comercial/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar los roles' }))
  await expect.poll(() => saved).toEqual([['8', { roles: ['sales', 'money'], version: 'v1' }]])
})
