import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addNewsletter, listAllNewsletters, type ManagedNewsletter, saveNewsletter } from '../api.ts'
import texts from '../texts/es.json'
import { NewslettersScreen } from './newsletters-screen.tsx'

beforeEach(mockTopLayer)

const newsletter: ManagedNewsletter = {
  ...{ id: 3, name: 'Novedades', names: { es: 'Novedades' }, descriptions: { es: 'Una vez al mes.' }, order: 2 },
  ...{ active: false, locked: true, version: 'a', subscribers: 12_345 },
}

async function show(address: string, items: ManagedNewsletter[], keep: (sent: unknown) => void = () => {}) {
  const queries: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <NewslettersScreen />
    </ToastProvider>,
    {
      messages: { 'desk-newsletter': texts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listAllNewsletters, ({ query }) => {
          queries.push(query)
          return { items, total: items.length && 26, last_order: 40 }
        }),
        mockCall(saveNewsletter, ({ params, body }) => {
          keep({ ...params, ...body })
          return undefined
        }),
        mockCall(addNewsletter, ({ body }) => {
          keep(body)
          return { id: 4 }
        }),
      ],
    },
  )
  return queries
}

test('the list follows its address, keeps the query across pages and marks unusual states', async () => {
  const queries = await show('/operator/newsletters?q=nove&offset=0', [newsletter])
  const row = await screen.findByRole('row', { name: /Novedades No se ofrece Otro programa gestiona la lista 12\.345/ })
  const file = within(row).getByRole('link', { name: 'Exportar los suscritos de Novedades' })
  expect(file.getAttribute('href')).toMatch(/\/operator\/newsletters\/3\/subscribers\.csv/)
  expect(queries).toEqual([{ q: 'nove', offset: 0, limit: 25 }])
  expect(screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')).toBe(
    '/operator/newsletters?q=nove&offset=25',
  )
})

test('a newsletter is edited, and problems are shown at their fields', async () => {
  const sent: unknown[] = []
  const wrongOrder = texts.fieldErrors.order_invalid
  await show('/operator/newsletters', [newsletter], (kept) => {
    sent.push(kept)
    if (sent.length === 1) throw new Refused('invalid', 400, { fields: { order: [wrongOrder] } })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar Novedades' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Novedades' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Se ofrece a quien no está suscrito' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(wrongOrder)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const { names, descriptions } = newsletter
  expect(sent[1]).toEqual({ id: '3', names, descriptions, order: 2, active: true, locked: true, version: 'a' })
})

test('an empty result allows adding a newsletter, which is appended after those on other pages', async () => {
  const sent: unknown[] = []
  await show('/operator/newsletters?q=coche', [], (kept) => sent.push(kept))
  expect(await screen.findByText('No hay ningún boletín así')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Añadir un boletín' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo boletín' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Nombre (Castellano)' }), 'El coche')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Descripción (Castellano)' }), 'Cuando hay algo.')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ names: { es: 'El coche' }, order: 41, active: true, locked: false }])
})

test('shows its own empty state when no newsletter exists', async () => {
  await show('/operator/newsletters', [])
  expect(await screen.findByText('No hay boletines')).toBeTruthy()
})
