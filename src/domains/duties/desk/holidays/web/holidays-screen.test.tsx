import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addHoliday, copyHolidays, importHolidays, listHolidays, removeHoliday } from '../api.ts'
import texts from '../texts/es.json'
import { HolidaysScreen } from './holidays-screen.tsx'

beforeEach(mockTopLayer)

const merce = { place: '08019', place_name: 'Barcelona, 08019', day: '2026-09-24', name: 'La Mercè' }

async function show(mocks: CallMock[] = [], address = '/operator/holidays') {
  const queries: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <HolidaysScreen />
    </ToastProvider>,
    {
      messages: { 'desk-holidays': texts },
      callMocks: [
        mockCall(listHolidays, ({ query }) => {
          queries.push(query)
          return { items: [merce], total: 1 }
        }),
        ...mocks,
      ],
    },
  )
  await screen.findByText('La Mercè')
  return queries
}

test('lists the holidays of the year of its address', async () => {
  const queries = await show([], '/operator/holidays?year=2027&q=merce')
  expect(queries[0]).toMatchObject({ year: 2027, q: 'merce' })
  expect(screen.getByRole('cell', { name: 'Barcelona, 08019' })).toBeTruthy()
})

test('one is added for a community, or for a place by its code', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(addHoliday, ({ body }) => {
      sent.push(body)
      return undefined
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Añadir un festivo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Añadir un festivo' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Día/ }), '11/09/2026')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Diada')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Comunidad' }), 'Catalunya')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toEqual([{ place: 'ES-CT', day: '2026-09-11', name: 'Diada' }])
})

test('one is removed after confirmation, and a year is copied', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(removeHoliday, ({ params }) => {
      sent.push(params)
      return undefined
    }),
    mockCall(copyHolidays, ({ body }) => {
      sent.push(body)
      return { added: 14 }
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Quitar La Mercè' }))
  await userEvent.click(screen.getByRole('button', { name: 'Sí, quitar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Copiar 2025 a 2026' }))
  expect(await screen.findAllByText('14 festivos copiados')).not.toEqual([])
  expect(sent).toEqual([{ place: '08019', day: '2026-09-24' }, { year: 2026 }])
})

test('an import names the lines that it leaves out', async () => {
  await show([
    mockCall(importHolidays, () => ({
      added: 2,
      unchanged: 0,
      wrong_lines: [{ line: 3, problem: 'place_unknown' as const }],
    })),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Importar un CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar un CSV' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Líneas/ }), 'ES-CT')
  await userEvent.click(dialog.getByRole('button', { name: 'Importar' }))
  expect(await dialog.findByText(/Línea 3: Pon un código que exista/)).toBeTruthy()
})
