import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { listSavedFilters, saveFilter } from '#domains/operators/desk/saved-filters/api.ts'
import savedFilterTexts from '#domains/operators/desk/saved-filters/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { assignDuties, endOpenDuty, type ListedDuty, listDuties, readDutyChoices, recordEvent } from '../api.ts'
import texts from '../texts/es.json'
import { DutiesScreen } from './duties-screen.tsx'

beforeEach(mockTopLayer)

const norm: ListedDuty['norm'] = {
  ...{ code: 'care.billing', law: 'Ley 10/2025', article: '17.3', source: 'BOE-A-2025-26698' },
  ...{ count: 5, unit: 'days', tolerance_days: 0, due_on: '2026-03-09' },
}
const answer: ListedDuty = {
  ...{ id: '11111111-1111-4111-8111-111111111111', kind: 'case_answer', subject: 'case:12', status: 'late' },
  customer: { id: 3, name: 'Eva García' },
  ...{ due_on: '2026-03-09', due_at: '2026-03-09T23:00:00Z', started_at: '2026-03-04T10:00:00Z', assignee: null },
  norm,
  note: null,
  other_norms: [{ ...norm, code: 'care.general', article: '17.1', count: 15, unit: 'working_days' }],
}
const offer: ListedDuty = {
  ...answer,
  ...{ id: '22222222-2222-4222-8222-222222222222', kind: 'connection_offer', subject: 'connection:1' },
  ...{ status: 'running', other_norms: [] },
}

async function show(address = '/operator/duties', mocks: CallMock[] = []) {
  const queries: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <DutiesScreen />
    </ToastProvider>,
    {
      messages: { 'desk-duties': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listDuties, ({ query }) => {
          queries.push(query)
          return { items: [answer, offer], total: 2 }
        }),
        mockCall(readDutyChoices, () => ({
          kinds: ['case_answer' as const, 'connection_offer' as const, 'connection' as const],
          laws: ['Ley 10/2025', 'promise'],
          operators: [{ id: 7, name: 'Jordi Ferrer' }],
        })),
        mockCall(listSavedFilters, () => ({ items: [{ id: 'f', name: 'Las mías', query: 'assignee=mine' }] })),
        ...mocks,
      ],
    },
  )
  await screen.findByRole('table')
  return queries
}

test('asks for what its address says, and leads to the thing that is due', async () => {
  const queries = await show('/operator/duties?q=Eva&when=overdue&kind=case_answer&law=promise&assignee=mine&offset=25')
  expect(queries[0]).toEqual({
    ...{ q: 'Eva', when: 'overdue', kind: 'case_answer', law: 'promise', assignee: 'mine' },
    ...{ offset: 25, limit: 25 },
  })
  const [link] = screen.getAllByRole('link', { name: 'Responder a una consulta' })
  expect(link!.getAttribute('href')).toBe('/operator/cases/12')
  expect(screen.getByText('Tarde: 09/03/2026')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Ley 10/2025, art. 17.3' })[0]!.getAttribute('href')).toBe(
    'https://www.boe.es/buscar/act.php?id=BOE-A-2025-26698',
  )
  expect(screen.getByRole('button', { name: 'Descargar como CSV' })).toBeTruthy()
})

test('filters by a colleague, by oneself and by nobody', async () => {
  const queries = await show('/operator/duties?assignee=7')
  expect(queries[0]).toMatchObject({ assignee: '7' })
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Asignado a' })
  expect(filter.value).toBe('7')
  expect([...filter.options].map(({ text }) => text)).toEqual(['Cualquiera', 'Mí', 'Nadie', 'Jordi Ferrer'])
  await userEvent.selectOptions(filter, 'Nadie')
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
  await expect.poll(() => queries.at(-1)).toMatchObject({ assignee: 'nobody' })
})

test('shows the other norms of a duty with their days', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: /Normas de Responder a una consulta, Eva García/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Normas de «Responder a una consulta»' }))
  expect(dialog.getByRole('rowheader', { name: /art\. 17\.3 Cuenta/ })).toBeTruthy()
  expect(dialog.getByText('15 días laborables')).toBeTruthy()
})

test('assigns several at once, and says why it cannot', async () => {
  const sent: unknown[] = []
  await show('/operator/duties', [
    mockCall(assignDuties, ({ body }) => {
      sent.push(body)
      if (sent.length === 1) throw new Refused('invalid', 400, { fields: { operator_id: ['Su rol no ve alguno.'] } })
      return { assigned: 2 }
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Marcar la página' }))
  await userEvent.click(screen.getByRole('button', { name: 'Asignar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar 2 plazos' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'A quién' }), 'Jordi Ferrer')
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(await dialog.findByText(/Su rol no ve/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent[1]).toEqual({ ids: [answer.id, offer.id], operator_id: 7 })
})

test('works by keyboard inside the list only', async () => {
  await show()
  const [first, second] = screen.getAllByRole<HTMLInputElement>('checkbox')
  await userEvent.keyboard('a')
  expect(screen.queryByRole('dialog')).toBeNull()
  first!.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowUp}h')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{ArrowDown}h')
  expect(await screen.findByRole('dialog', { name: '¿Está hecho «Presupuestar una acometida»?' })).toBeTruthy()
})

test('marks as done with a reason only what nothing else ends', async () => {
  const sent: unknown[] = []
  await show('/operator/duties', [
    mockCall(endOpenDuty, ({ params, body }) => {
      sent.push({ ...params, ...body })
      return undefined
    }),
  ])
  const buttons = screen.getAllByRole('button', { name: /^Marcar como hecho/ })
  expect(buttons).toHaveLength(1)
  await userEvent.click(buttons[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Qué ha pasado' }), 'Ya no hace falta')
  await userEvent.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'El cliente lo retiró.')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toEqual([{ id: offer.id, state: 'cancelled', reason: 'El cliente lo retiró.' }])
})

test('records an event with what its norms depend on, and says what is wrong', async () => {
  const sent: unknown[] = []
  await show('/operator/duties', [
    mockCall(recordEvent, ({ body }) => {
      sent.push(body)
      if (sent.length === 1) throw new Refused('invalid', 400, { fields: { about: ['No hay ningún contrato así.'] } })
      return { id: offer.id, due_on: '2026-03-16', done_by: null }
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Registrar un hecho' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar un hecho' }))
  const kind = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Qué ha pasado o se ha pedido' })
  expect([...kind.options].map(({ text }) => text)).toEqual(['Conectar un suministro', 'Presupuestar una acometida'])
  expect(dialog.queryByRole('textbox', { name: /Potencia/ })).toBeNull()
  await userEvent.selectOptions(kind, 'Presupuestar una acometida')
  expect(dialog.queryByRole('combobox', { name: 'Qué es' })).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: /Potencia/ }), '9,2')
  await userEvent.type(dialog.getByRole('textbox', { name: /Contrato o cliente/ }), '0048213')
  await userEvent.type(dialog.getByRole('textbox', { name: /Nota/ }), 'Lo pide por teléfono.')
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar' }))
  expect(await dialog.findByText(/No hay ningún contrato/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent[1]).toMatchObject({
    ...{ kind: 'connection_offer', about: '0048213', power: 9.2, note: 'Lo pide por teléfono.' },
    ...{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), time: expect.stringMatching(/^\d\d:\d\d$/) },
  })
})

test.each([
  ['invoice', 'F-1', 'la factura F-1 ya lo corrige'],
  ['case', '2026-000007', 'el cliente ya envió la lectura en la consulta 2026-000007'],
  ['reading', '2026-11-24', 'la distribuidora ya leyó el contador el 24/11/2026'],
] as const)('says of an event what %s had done before', async (kind, name, words) => {
  await show('/operator/duties', [
    mockCall(recordEvent, () => ({ id: offer.id, due_on: '2026-03-16', done_by: { kind, name } })),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Registrar un hecho' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar un hecho' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Contrato o cliente/ }), '0048213')
  await userEvent.type(dialog.getByRole('textbox', { name: /Nota/ }), 'Lo dice por teléfono.')
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar' }))
  await expect
    .poll(() => screen.getAllByRole('status').map(({ textContent }) => textContent))
    .toContain(`Registrado y hecho: ${words}. No avisamos al cliente.`)
})

test('saves its filters under a name, without the search', async () => {
  const sent: unknown[] = []
  await show('/operator/duties?q=Eva&when=today', [
    mockCall(saveFilter, ({ body }) => {
      sent.push(body)
      return { id: 'g' }
    }),
  ])
  expect((await screen.findByRole('link', { name: 'Las mías' })).getAttribute('href')).toBe(
    '/operator/duties?assignee=mine',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guardar estos filtros' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar los filtros' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Hoy')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar estos filtros' }))
  await expect.poll(() => sent).toEqual([{ path: '/operator/duties', name: 'Hoy', query: 'when=today' }])
})
