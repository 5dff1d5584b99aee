import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { decideLead, handleLead, type LeadDetails, type ListedLead, listLeads, readLead } from '../api.ts'
import texts from '../texts/es.json'
import { LeadScreen } from './lead-screen.tsx'
import { LeadsScreen } from './leads-screen.tsx'

const listed: ListedLead = {
  ...{ id: 12, kind: 'electricity_comparison', state: 'sent', handling: 'new', name: 'Eva García', files: 1 },
  ...{ email: 'eva@example.test', phone: '+34612345678', tax_id: null, cups: null, product: null },
  ...{ is_solvent: false, is_same_person: null, awaited_checks: [], created_at: '2026-03-01T10:00:00Z' },
}

const found: LeadDetails = {
  ...listed,
  ...{ updated_at: '2026-03-01T10:00:00Z', expires_at: null, language: 'gl', note: null, handled_at: null },
  ...{ handled_by: null, check: null, customer: null, contract: null },
  ...{ other_half: null, is_decided_with_other_half: false },
  sections: [
    {
      name: 'comparison',
      facts: [
        { name: 'amount', kind: 'eur', value: 89.86 },
        { name: 'powerOf', period: 'P1', kind: 'kw', value: 3.45 },
        { name: 'hours', kind: 'word', value: 'morning' },
        { name: 'hours', kind: 'word', value: 'evening' },
      ],
    },
  ],
  version: 'a',
  documents: [{ id: 'f', purpose: 'invoice', name: 'factura.pdf', size_bytes: 12_000 }],
}

test('the list follows its address, exports the same leads and highlights negative checks', async () => {
  const queries: unknown[] = []
  await renderAt('/operator/leads?q=eva&kind=gas&handling=new&state=unheard', <LeadsScreen />, {
    messages: { 'desk-leads': texts },
    callMocks: [
      mockCall(listLeads, ({ query }) => {
        queries.push(query)
        return { items: [listed], total: 1 }
      }),
    ],
  })
  const row = await screen.findByRole('row', { name: /Eva García Sin tratar Comparador de luz Enviado/ })
  expect(within(row).getByText('Solvencia insuficiente')).toBeTruthy()
  expect(queries).toEqual([{ q: 'eva', kind: 'gas', handling: 'new', offset: 0, limit: 25 }])
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Interés' }).value).toBe('gas')
  expect(screen.getByRole('button', { name: 'Exportar como CSV' })).toBeTruthy()
})

test('a lead is shown with texts and units, and the handling form keeps its input on failure', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/leads/12',
    <ToastProvider>
      <LeadScreen />
    </ToastProvider>,
    {
      path: '/operator/leads/$id',
      messages: { 'desk-leads': texts },
      callMocks: [
        mockCall(readLead, () => found),
        mockCall(handleLead, ({ body }) => {
          sent.push(body)
          if (sent.length === 1) throw new Refused('unexpected', 500)
          return undefined
        }),
      ],
    },
  )
  const section = await screen.findByRole('region', { name: 'Factura comparada' })
  for (const expectedText of ['89,86\u00a0€', '3,45\u00a0kW', 'mañana, noche'])
    expect(section.textContent).toContain(expectedText)
  expect(screen.getByRole('link', { name: /factura\.pdf/ }).textContent).toContain('Factura')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Contactado')
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota' })
  await userEvent.type(note, 'Llamar el lunes.')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(note.value).toBe('Llamar el lunes.')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent.at(-1)).toEqual({ handling: 'contacted', note: 'Llamar el lunes.', version: 'a' })
})

test.each([
  [
    'awaits the same decision',
    true,
    'Es un contrato de luz y gas: lo que decidas vale también para la otra mitad, el lead 13.',
  ],
  ['has been decided or was not sent, without a hint', false, undefined],
])(
  'an applicant for two contracts is shown where the other half %s',
  async (_, isDecidedWithOtherHalf, expectedText) => {
    const halves = { other_half: 13, is_decided_with_other_half: isDecidedWithOtherHalf }
    await renderAt('/operator/leads/12', <LeadScreen />, {
      path: '/operator/leads/$id',
      messages: { 'desk-leads': texts },
      callMocks: [mockCall(readLead, () => ({ ...found, ...halves, awaited_checks: ['identity' as const] }))],
    })
    const form = await screen.findByRole('region', { name: 'Comprobar a la persona' })
    expect(within(form).queryByText(/^Es un contrato de luz y gas/)?.textContent).toBe(expectedText)
    expect(within(form).queryByRole('link')?.getAttribute('href')).toBe(expectedText && '/operator/leads/13')
  },
)

test('an unchecked applicant is refused with a reason, which stays on failure, and then shown as decided', async () => {
  const sent: unknown[] = []
  let lead: LeadDetails = { ...found, is_solvent: null, awaited_checks: ['identity', 'solvency'] }
  await renderAt(
    '/operator/leads/12',
    <ToastProvider>
      <LeadScreen />
    </ToastProvider>,
    {
      path: '/operator/leads/$id',
      messages: { 'desk-leads': texts },
      callMocks: [
        mockCall(readLead, () => lead),
        mockCall(decideLead, ({ body }) => {
          sent.push(body)
          if (sent.length === 1) throw new Refused('invalid', 400, { fields: { reason: ['Falta'] } })
          const decided = { outcome: body.outcome, reason: body.reason, at: '2026-03-02T10:00:00Z', by: 'Jordi' }
          lead = { ...lead, state: 'refused', awaited_checks: [], check: decided }
          return undefined
        }),
      ],
    },
  )
  const part = await screen.findByRole('region', { name: 'Comprobar a la persona' })
  expect(part.textContent).toMatch(/Identidad.+Solvencia/)
  expect(screen.getAllByText('Por comprobar')).toHaveLength(2)
  await userEvent.click(within(part).getByRole('button', { name: 'Rechazar' }))
  const reason = within(part).getByRole<HTMLTextAreaElement>('textbox', { name: 'Motivo' })
  await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(reason, 'El DNI es de otra persona')
  await userEvent.click(within(part).getByRole('button', { name: 'Rechazar' }))
  const decided = await screen.findByRole('region', { name: 'Comprobación' })
  expect(decided.textContent).toMatch(/Rechazado: El DNI es de otra persona.*Jordi/)
  expect(sent.at(-1)).toEqual({ outcome: 'refused', reason: 'El DNI es de otra persona' })
})
