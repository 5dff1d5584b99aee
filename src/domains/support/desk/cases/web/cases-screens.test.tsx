import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { listSavedFilters } from '#domains/operators/desk/saved-filters/api.ts'
import savedFilterTexts from '#domains/operators/desk/saved-filters/texts/es.json'
import uploads from '#domains/uploads/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import {
  actOnCases,
  answerCustomer,
  assignCase,
  type CaseDetails,
  listCases,
  noteSupervisorCall,
  readCase,
  readCaseChoices,
  recordCall,
} from '../api.ts'
import texts from '../texts/es.json'
import { CaseScreen } from './case-screen.tsx'
import { CasesScreen } from './cases-screen.tsx'

const choices = mockCall(readCaseChoices, () => ({
  categories: [{ code: 'category-11', name: 'Facturas' }],
  operators: [{ id: 7, name: 'Jordi Ferrer' }],
}))

const found: CaseDetails = {
  ...{ id: 12, number: '2026-000012', subject: 'La factura de octubre', category: 'Facturas', state: 'in_process' },
  ...{
    opened_at: '2026-03-01T10:00:00Z',
    answered_at: null,
    reading: null,
    contact: null,
    version: 'a',
    ...{ language: 'es', receipt: 'email', receipt_posted_at: null, suspension_stops: [] },
    ...{ answer: 'portal', answer_posted_at: null, formats: [], call_phone: null, rating_remark: null },
    assignee: null,
  },
  clock: 'late',
  customer: { id: 3, name: 'Eva García', tax_id: '99100733N' },
  contract: { name: '0049077', type: 'electricity', full_address: 'Carrer Major, 1' },
  term: {
    ...{ due_on: '2026-03-05', count: 5, unit: 'working_days', norm: null, source: null, recourse: 'write_again' },
  },
  messages: [
    {
      ...{ id: 1, author: 'customer', author_name: 'Eva', message: 'Es muy alta.', attachments: [] },
      written_at: '2026-03-01T10:00:00Z',
    },
  ],
}

function showCase(shown: CaseDetails, acts: Parameters<typeof renderAt>[2] = {}) {
  return renderAt(
    '/operator/cases/12',
    <ToastProvider>
      <CaseScreen />
    </ToastProvider>,
    {
      path: '/operator/cases/$id',
      messages: { 'desk-cases': texts, uploads },
      callMocks: [mockCall(readCase, () => shown), choices, ...(acts.callMocks ?? [])],
    },
  )
}

test('the list requests what its address specifies, highlights late cases and acts on several', async () => {
  const queries: unknown[] = []
  const sent: unknown[] = []
  const { customer, subject, number, clock } = found
  const list = (
    <ToastProvider>
      <CasesScreen />
    </ToastProvider>
  )
  await renderAt('/operator/cases?q=octubre&state=all&category=category-11&assignee=7&offset=25', list, {
    messages: { 'desk-cases': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea },
    callMocks: [
      choices,
      mockCall(listSavedFilters, () => ({ items: [{ id: 'f', name: 'Las mías', query: 'assignee=mine' }] })),
      mockCall(actOnCases, ({ body }) => {
        sent.push(body)
        return { changed: 0, problems: ['not_answered' as const] }
      }),
      mockCall(listCases, ({ query }) => {
        queries.push(query)
        const listed = { id: 12, number, subject, clock, category: null, state: 'in_process', email: null } as const
        const rest = {
          opened_at: found.opened_at,
          due_on: '2026-03-05',
          assignee: null,
          supervisor_due_on: '2026-03-04',
        }
        return { items: [{ ...listed, ...rest, customer: { id: customer!.id, name: customer!.name } }], total: 26 }
      }),
    ],
  })
  const saved = await screen.findByRole('link', { name: 'Las mías' })
  expect(saved.getAttribute('href')).toBe('/operator/cases?assignee=mine')
  const row = await screen.findByRole('row', { name: /La factura de octubre 2026-000012 Nueva Eva García/ })
  expect(row.textContent).toContain('Con retraso: 05/03/2026')
  expect(row.textContent).toContain('Responsable: hasta el 04/03/2026')
  expect(queries).toEqual([
    { q: 'octubre', state: 'all', category: 'category-11', assignee: '7', offset: 25, limit: 25 },
  ])
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Categoría' }).value).toBe('category-11')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Asignada a' }).value).toBe('7')
  expect(screen.queryByRole('group', { name: 'Una consulta elegida' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Marcar la página' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir la consulta 2026-000012' }).checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Desmarcar' })).toBeTruthy()
  const acts = within(screen.getByRole('group', { name: 'Una consulta elegida' }))
  await userEvent.selectOptions(acts.getByRole('combobox', { name: 'Acción' }), 'Cerrar las ya respondidas')
  await userEvent.click(acts.getByRole('button', { name: 'Hacer' }))
  await expect.poll(() => sent).toEqual([{ act: 'close', ids: [12] }])
  screen.getByRole('checkbox', { name: 'Elegir la consulta 2026-000012' }).focus()
  await userEvent.keyboard('a')
  await expect.poll(() => sent[1]).toEqual({ act: 'assign', ids: [12] })
  expect(await screen.findAllByText(/no se cierran sin respuesta/)).not.toEqual([])
})

test('a reply is sent with the new state, and the input stays when sending fails', async () => {
  const sent: unknown[] = []
  await showCase(found, {
    callMocks: [
      mockCall(answerCustomer, ({ body }) => {
        sent.push(body)
        if (sent.length === 1) throw new Refused('case_closed', 409)
        return { id: 2 }
      }),
    ],
  })
  const send = await screen.findByRole('button', { name: 'Enviar la respuesta' })
  await userEvent.click(send)
  expect(await screen.findByText('Escribe la respuesta.')).toBeTruthy()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensaje' })
  await userEvent.type(field, 'La revisamos.')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado después de responder' }), 'Aceptada')
  await userEvent.click(send)
  expect(await screen.findByText(/ya está cerrada y no se puede cambiar/)).toBeTruthy()
  expect(field.value).toBe('La revisamos.')
  await userEvent.click(send)
  await expect
    .poll(() => sent.at(-1))
    .toEqual({
      message: 'La revisamos.',
      state: 'accepted',
      attachments: [],
      version: 'a',
    })
  await expect.poll(() => field.value).toBe('')
})

test('a refusal is sent with its reasons, point by point', async () => {
  const sent: unknown[] = []
  await showCase(found, {
    callMocks: [
      mockCall(answerCustomer, ({ body }) => {
        sent.push(body)
        return { id: 2 }
      }),
    ],
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Mensaje' }), 'No podemos.')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado después de responder' }), 'Denegada')
  await userEvent.type(screen.getByRole('textbox', { name: 'Punto 1' }), 'El importe')
  await userEvent.type(screen.getByRole('textbox', { name: 'Motivo 1' }), 'La lectura es real.')
  await userEvent.click(screen.getByRole('button', { name: 'Añadir un punto' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Punto 2' }), 'Nada que decir')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar la respuesta' }))
  await expect
    .poll(() => sent)
    .toMatchObject([{ state: 'denied', reasons: [{ point: 'El importe', reason: 'La lectura es real.' }] }])
})

test('the answer to an interruption asks for its cause and the restoration, until it was answered', async () => {
  const sent: unknown[] = []
  await showCase(
    { ...found, topic: 'continuity' },
    {
      callMocks: [
        mockCall(answerCustomer, ({ body }) => {
          sent.push(body)
          return { id: 2 }
        }),
      ],
    },
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Mensaje' }), 'Ya lo sabemos.')
  await userEvent.type(screen.getByRole('textbox', { name: 'Causa' }), 'Un cable roto')
  await userEvent.type(screen.getByRole('textbox', { name: 'Cuándo volverá la luz' }), 'Hoy a las 18 h')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar la respuesta' }))
  await expect
    .poll(() => sent)
    .toMatchObject([{ state: 'being_processed', outage: { cause: 'Un cable roto', restoration: 'Hoy a las 18 h' } }])
})

test('a case is assigned to an operator', async () => {
  const sent: unknown[] = []
  await showCase(found, {
    callMocks: [
      mockCall(assignCase, ({ body }) => {
        sent.push(body)
        return undefined
      }),
    ],
  })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'La lleva' }), 'Jordi Ferrer')
  await userEvent.click(screen.getByRole('button', { name: 'Asignar' }))
  await expect.poll(() => sent).toEqual([{ operator_id: 7, version: 'a' }])
})

test('a closed case is read-only', async () => {
  const messages: CaseDetails['messages'] = [
    ...found.messages,
    {
      ...{ id: 2, author: 'administrator', author_name: null, message: 'No.', attachments: [] },
      written_at: '2026-03-02T10:00:00Z',
    },
  ]
  await showCase({ ...found, messages, state: 'denied' })
  expect(await screen.findByText(/Esta consulta está cerrada/)).toBeTruthy()
  // A message without an author name must not be attributed to the customer.
  expect(screen.getAllByRole('article')[1]!.textContent).toMatch(/^Nosotros/)
  expect(screen.queryByRole('button', { name: 'Asignar' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Mensaje' })).toBeNull()
})

test('the call that a customer asked for is noted as made, and is offered no more once it is', async () => {
  const sent: unknown[] = []
  const call = { at: '2026-03-23T09:00:00Z', phone: '+34600111222', state: 'asked' as const, tries: 1 }
  await showCase(
    { ...found, call_back: call },
    {
      callMocks: [
        mockCall(recordCall, ({ body }) => {
          sent.push(body)
          return undefined
        }),
      ],
    },
  )
  expect((await screen.findByRole('link', { name: '+34 600 111 222' })).getAttribute('href')).toBe('tel:+34600111222')
  expect(screen.getByText(/Un intento/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'He hablado con la persona' }))
  await expect.poll(() => sent).toEqual([{ outcome: 'done' }])
})

test('a customer who asks for a supervisor is shown first, and noted as spoken to', async () => {
  let noted = 0
  await showCase(
    { ...found, supervisor: { due_on: '2026-03-23', is_late: false } },
    {
      callMocks: [
        mockCall(noteSupervisorCall, () => {
          noted++
          return undefined
        }),
      ],
    },
  )
  expect(await screen.findByText(/Pide hablar con un responsable: como muy tarde el 23\/03\/2026/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ya ha hablado con un responsable' }))
  await expect.poll(() => noted).toBe(1)
})
