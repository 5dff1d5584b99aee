import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import duties from '#domains/duties/texts/es.json'
import paymentTexts from '#domains/payments/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import uploads from '#domains/uploads/texts/es.json'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { completeDeclaration, declareSupply, type ListedDebt, listDebts, requestDebtPlan } from '../api.ts'
import texts from '../texts/es.json'
import { DebtBanner } from './debt-banner.tsx'
import { DebtScreen } from './debt-screen.tsx'
import { PlanBanners } from './plan-banners.tsx'

const announced: ListedDebt = {
  ...{ declaration: null, declaration_kinds: [] },
  ...{ id: 1, step: 'announced', stops: [], owed: 45.69, plan: null, plan_offer: null, may_have_pvpc: true },
  ...{ papers: [], reconnection: { amount: 18.09, with_taxes: 21.89 }, has_social_bonus: false },
  contract: { name: 'C 1', energy: 'electricity', address: 'Carrer Major, 1' },
  events: [
    { kind: 'noticed', at: '2026-11-27T11:00:00.000Z', suspend_on: null },
    { kind: 'announced', at: '2026-12-02T11:00:00.000Z', suspend_on: '2027-01-28' },
  ],
  next: { kind: 'suspension', on: '2027-01-28' },
  notice: { count: 15, unit: 'working_days' },
}

async function show(items: ListedDebt[], part = <DebtScreen />) {
  await renderAt('/debt', part, {
    messages: { collections: texts, payments: paymentTexts },
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true } },
    callMocks: [mockCall(listDebts, () => ({ items, plans: [] }))],
  })
}

test('the page tells what happened, what comes next and how to stop it', async () => {
  await show([announced])
  expect(await screen.findByRole('heading', { level: 2, name: /Carrer Major, 1: debes 45,69/ })).toBeTruthy()
  expect(screen.getByText(/el suministro se cortará el 28.*2027/)).toBeTruthy()
  expect(screen.getByText(/^El 28.*2027 se cortará el suministro\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pagar ahora' }).getAttribute('href')).toBe(
    '/invoices?contractType=electricity',
  )
  expect(screen.getByRole('link', { name: 'Reclamar contra el corte' }).getAttribute('href')).toBe(
    '/requests/create?contract=C+1&topic=suspension',
  )
  expect(screen.getByText(texts.pvpc)).toBeTruthy()
})

test.each([
  [
    { count: 20, unit: 'working_days' },
    /podremos anunciarte el día del corte, con 20 días laborables de antelación\.$/,
  ],
  [{ count: 1, unit: 'months' }, /podremos anunciarte el día del corte, con un mes de antelación\.$/],
  [null, /podremos anunciarte el día del corte\.$/],
] as const)('the notice of the day is told as the norm has it: %o', async (notice, told) => {
  await show([{ ...announced, step: 'delivered', notice, next: { kind: 'announcement', on: '2027-01-28' } }])
  expect(await screen.findByText(told)).toBeTruthy()
})

test('what stops a suspension is said, and nothing is announced', async () => {
  await show([{ ...announced, step: 'delivered', stops: [{ reason: 'complaint', request_id: 7 }], next: null }])
  expect(await screen.findByText(texts.stops.complaint)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.seeRequest }).getAttribute('href')).toBe('/requests/7')
  expect(screen.queryByRole('heading', { name: texts.next })).toBeNull()
})

test('the price of a reconnection, the social bonus and the papers are shown', async () => {
  const papers = [{ id: 5, kind: 'demand' as const, written_at: '2026-11-27T11:00:00.000Z' }]
  await show([{ ...announced, has_social_bonus: true, papers }])
  expect(
    await screen.findByText(/^Si se corta, que vuelva la luz cuesta 18,09.€ antes de impuestos, 21,89.€/),
  ).toBeTruthy()
  expect(screen.getByText(texts.socialBonus)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Descargar el requerimiento del 27.*2026/ })).toBeTruthy()
})

test('who was cut wrongly reads what they are paid', async () => {
  await show([{ ...announced, step: 'reconnecting', next: null, reconnection: { amount: -18.09, with_taxes: null } }])
  expect(await screen.findByText(/te abonamos 18,09/)).toBeTruthy()
})

test('who owes nothing reads that', async () => {
  await show([])
  expect(await screen.findByText(texts.empty.title)).toBeTruthy()
})

test.each([
  ['announced', /Si no pagas, cortaremos la luz de Carrer Major, 1 el 28/],
  ['noticed', /Hay facturas sin pagar de Carrer Major, 1/],
  ['suspended', /está cortada/],
  ['reconnecting', /hemos pedido que vuelva/],
] as const)('the banner of a debt that is %s leads to its page', async (step, text) => {
  await show([{ ...announced, step, next: step === 'announced' ? announced.next : null }], <DebtBanner />)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.see }).getAttribute('href')).toBe('/debt')
})

const offer = { amount: 45.69, max_parts: 4, parts_without_asking: 3 }

test('a debt is divided into parts, which are taken at once or asked for', async () => {
  const requested: number[] = []
  await renderAt('/debt', <DebtScreen />, {
    messages: { collections: texts, payments: paymentTexts },
    boot: { signedIn: anna, settings: defaultSettings, flags: {} },
    callMocks: [
      mockCall(listDebts, () => ({ items: [{ ...announced, plan_offer: offer }], plans: [] })),
      mockCall(requestDebtPlan, ({ body }) => {
        requested.push(body.parts)
        return { state: 'active' as const }
      }),
    ],
  })
  const user = userEvent.setup()
  const count = await screen.findByLabelText(texts.plan.count)
  expect(screen.getAllByText(/^15,23.€ hasta el /)).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: texts.plan.take }))
  await user.selectOptions(count, '4')
  await user.click(screen.getByRole('button', { name: texts.plan.ask }))
  expect(requested).toEqual([3, 4])
})

test('a plan shows what was paid and what can be paid early', async () => {
  const plan = {
    state: 'active' as const,
    parts: [
      { number: 1, due_on: '2026-12-04', amount: 20, left: 0 },
      { number: 2, due_on: '2027-01-04', amount: 20, left: 5 },
    ],
    next_payments: [{ id: 4, number: 'FE26/1', amount: 5 }],
  }
  await show([{ ...announced, plan }])
  expect(await screen.findByText(paymentTexts.parts.paid)).toBeTruthy()
  expect(screen.getByText(/Faltan 5,00/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Pagar 5,00.€ de la factura FE26\/1/ })).toBeTruthy()
})

test('each bill that is paid in parts says what comes next, and leads to its page', async () => {
  const parts = [
    { number: 1, due_on: '2026-12-10', amount: 20, left: 0 },
    { number: 2, due_on: '2027-01-10', amount: 20, left: 12 },
  ]
  const plans = [{ invoice: { id: 4, number: 'FE26/1' }, parts }]
  await renderAt('/invoices', <PlanBanners />, {
    messages: { collections: texts },
    boot: { signedIn: anna, settings: defaultSettings, flags: {} },
    callMocks: [mockCall(listDebts, () => ({ items: [], plans }))],
  })
  expect(await screen.findByText(/Pagas la factura FE26\/1 en 2 partes\. La próxima: 12,00.€ hasta el 10/)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.plans.see }).getAttribute('href')).toBe('/invoices/FE26%2F1')
})

const declaration = {
  ...({ id: 3, kind: 'medical_device', state: 'open', declared_at: '2026-11-27T11:00:00.000Z' } as const),
  ...{ papers: [{ id: 'f2ad', name: 'informe.pdf' }], answer: null, accepted_until: null },
  duties: [
    {
      ...({ kind: 'declaration_answer', status: 'running', due_on: '2026-12-21' } as const),
      ...({ due_at: null, recourse: 'consumer_bodies' } as const),
    },
  ],
}

async function showDeclared(change: Partial<ListedDebt>, sent: unknown[] = []) {
  await renderAt('/debt', <DebtScreen />, {
    messages: { collections: texts, duties, uploads },
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true } },
    callMocks: [
      mockCall(listDebts, () => ({ items: [{ ...announced, ...change }], plans: [] })),
      mockCall(declareSupply, ({ body }) => {
        sent.push(body)
        return { id: 3 }
      }),
      mockCall(completeDeclaration, ({ body }) => void sent.push(body)),
    ],
  })
}

test('what is declared says which paper proves it, and is not sent without one', async () => {
  const sent: unknown[] = []
  await showDeclared({ declaration_kinds: ['medical_device', 'vulnerable'] }, sent)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: texts.declaration.open }))
  expect(screen.getByText(texts.declaration.proofs.medical_device)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText(texts.declaration.kind), 'vulnerable')
  expect(screen.getByText(texts.declaration.proofs.vulnerable)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: texts.declaration.send }))
  expect(await screen.findByText(texts.declaration.papersMissing)).toBeTruthy()
  expect(sent).toEqual([])
})

test('what was declared shows its state, its papers and by when it is answered', async () => {
  await showDeclared({ declaration, stops: [{ reason: 'declaration', request_id: null }] })
  expect(await screen.findByText(texts.declaration.states.open)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Descargar informe.pdf' })).toBeTruthy()
  expect(await screen.findByText(/^Te respondemos como muy tarde.*2026|^Te respondemos .*21.*2026/)).toBeTruthy()
  expect(screen.getByText(texts.stops.declaration)).toBeTruthy()
})

test.each([
  ['incomplete', 'La segunda página.', /^Falta: La segunda página\.$/],
  ['refused', 'El informe no lo dice.', /^Motivos: El informe no lo dice\.$/],
] as const)('one that is %s says why', async (state, answer, text) => {
  await showDeclared({ declaration: { ...declaration, state, answer, duties: [] } })
  expect(await screen.findByText(text)).toBeTruthy()
  if (state === 'refused') expect(screen.getByText(texts.declaration.recourse)).toBeTruthy()
  else expect(screen.getByRole('button', { name: texts.declaration.complete })).toBeTruthy()
})

test('one that is accepted says until when nothing is cut off', async () => {
  await showDeclared({ declaration: { ...declaration, state: 'accepted', accepted_until: '2027-11-27', duties: [] } })
  expect(await screen.findByText(/hasta el 27.*2027, no se corta/)).toBeTruthy()
})
