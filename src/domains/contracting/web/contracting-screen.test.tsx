import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readLeadConsent } from '#domains/leads/api.ts'
import { listPrices, listTariffs, readDynamicMonth, validateCoupon } from '#domains/offers/api.ts'
import { readSupply } from '#domains/supply-register/api.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall } from '#kit/web/portal-testing.tsx'
import { readAgreements, readContracting, readIdentityCheck, readScoring, sendElectricityStep } from '../api.ts'
import texts from '../texts/es.json'
import {
  aConfiguration,
  aProduct,
  aSupply,
  cups,
  draftUpTo,
  heading,
  press,
  renderWizard,
  summary,
} from './contracting-testing.tsx'
import { handOffToContract } from './draft/prefill.ts'
import type { WizardDraft } from './draft/wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const done = { lead_id: 41, status: 'OK' as const }
/** The last step, once it is known that nothing is left to agree to. */
async function hasAgreedBefore() {
  await screen.findByText('ES 0021 9900 0000 0001 ZH')
  await waitFor(() => expect(screen.queryByLabelText(/condiciones generales/)).toBeNull())
}

describe('the supply', () => {
  test('reports what is missing all at once, in the order of the form', async () => {
    await renderWizard(null)
    await press(words.next.installation)
    expect(await summary()).toEqual([
      'CUPS: Falta este dato.',
      'Nombre de la vía: Falta este dato.',
      'Número: Falta este dato.',
      'Código postal: Falta este dato.',
      'Tiene suministro ahora: Falta este dato.',
      'Para seguir, autoriza la comprobación de solvencia.',
      'Para seguir, necesitamos tu permiso para contactar contigo.',
    ])
  })

  test('is looked up once its code is complete and normalised, and prefills what is known', async () => {
    const recordSupplyRead = vi.fn()
    const { user, sent } = await renderWizard(null, {
      answers: [
        mockCall(readSupply, ({ params }) => {
          recordSupplyRead(params.cups)
          return aSupply()
        }),
      ],
    })
    await user.type(screen.getByLabelText('CUPS'), `es 0021 99OO ${cups.slice(10).toLowerCase()}`)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
    expect(recordSupplyRead.mock.calls).toEqual([[cups]])
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups)
    expect(screen.getByLabelText<HTMLInputElement>('Código postal').value).toBe('08500')
    await user.type(screen.getByLabelText('Nombre de la vía'), 'Major')
    await user.type(screen.getByLabelText('Número'), '7')
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.click(screen.getByLabelText(/solvencia/))
    await user.click(screen.getByLabelText(/contactar/))
    await press(words.next.installation)
    await heading(words.headings.person)
    expect(sent).toMatchObject([{ step: 1, cups: { name: cups }, address: { poblacio: 'Vic', state: '08' } }])
    expect(document.activeElement?.textContent).toBe(words.headings.person)
  })

  test('that may not be contracted blocks the form', async () => {
    const { user, sent } = await renderWizard(null, {
      answers: [mockCall(readSupply, () => aSupply({ cups_availability: { available: false } }))],
    })
    await user.type(screen.getByLabelText('CUPS'), cups)
    expect(await screen.findByText(/no se puede contratar ahora: puede/)).toBeTruthy()
    await press(words.next.installation)
    expect((await summary())[0]).toContain(texts.fieldErrors.cups_not_available)
    expect(sent).toEqual([])
  })

  test('of a business has an activity, found by part of its name', async () => {
    const { user } = await renderWizard(null)
    await user.click(screen.getByRole('radio', { name: words.residence.business }))
    await user.type(await screen.findByRole('combobox', { name: words.activity.label }), 'comer')
    await user.click(await screen.findByRole('option', { name: /Comercio/ }))
    await press(words.next.installation)
    expect((await summary()).join()).not.toContain(words.activity.label)
  })

  test('asks for consent to contact, unticked, unless it was given before', async () => {
    await renderWizard(null, { signedIn: anna, answers: [mockCall(readLeadConsent, () => ({ consented: false }))] })
    expect(screen.getByLabelText<HTMLInputElement>(/contactar/).checked).toBe(false)
    cleanup()
    await renderWizard(null, { signedIn: anna, answers: [mockCall(readLeadConsent, () => ({ consented: true }))] })
    await waitFor(() => expect(screen.queryByLabelText(/contactar/)).toBeNull())
  })
})

describe('a prefill from the page before', () => {
  test('fills the form, and its calculated power stays when the register has another', async () => {
    handOffToContract({ energy: 'electricity', cups, productId: 2, powers: { kw: [5.2], areRequested: true } })
    const { user } = await renderWizard(null)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups)
    await user.type(screen.getByLabelText('Nombre de la vía'), 'Major')
    await user.type(screen.getByLabelText('Número'), '7')
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.click(screen.getByLabelText(/solvencia/))
    await user.click(screen.getByLabelText(/contactar/))
    await press(words.next.installation)
    await heading(words.headings.person)
    const { contract } = JSON.parse(sessionStorage.getItem('draft:contracting-electricity:')!) as WizardDraft
    expect(contract.powers.slice(0, 2)).toEqual(['5,2', '5,2'])
    expect(contract.productId).toBe(2)
  })

  test('is applied once', async () => {
    handOffToContract({ energy: 'electricity', cups })
    await renderWizard(null)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups))
    cleanup()
    sessionStorage.removeItem('draft:contracting-electricity:')
    await renderWizard(null)
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe('')
  })

  test('with a code for a product that is already chosen applies it before anything is sent', async () => {
    const draft = draftUpTo('electricity', 'confirmation')
    await renderWizard('confirmation', {
      draft,
      search: { promocode: 'SOCI4' },
      answers: [mockCall(validateCoupon, () => ({ valid: true }))],
    })
    expect(await heading(words.headings.contract)).toBeTruthy()
    expect(await screen.findByText('SOCI4, aplicado')).toBeTruthy()
  })
})

describe('the holder', () => {
  test('is a company by its tax id, with a representative and documents', async () => {
    const { user } = await renderWizard('person', { draft: draftUpTo('electricity', 'person') })
    await heading(words.headings.person)
    const taxId = await screen.findByLabelText(words.fields.taxId)
    await user.clear(taxId)
    await user.type(taxId, 'A58818501')
    expect(screen.getByLabelText(words.fields.companyName)).toBeTruthy()
    await press(words.next.person)
    const summaryTexts = (await summary()).join()
    expect(summaryTexts).toContain(`${words.fields.representative.taxId}: `)
    expect(summaryTexts).toContain(texts.fieldErrors.company_document_required)
  })

  test.each([
    ['dniInvalid', { dni_valid: false }, { scoring: true }],
    ['badScore', { dni_valid: true }, { scoring: false }],
  ] as const)('%s: is blocked until something is changed', async (blocked, identity, scoring) => {
    const { user, sent } = await renderWizard('person', {
      draft: draftUpTo('electricity', 'person'),
      answers: [mockCall(readIdentityCheck, () => identity), mockCall(readScoring, () => scoring)],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await screen.findByText(words.blocked[blocked])).toBeTruthy()
    expect(screen.getByRole('button', { name: words.next.person }).getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByLabelText(words.fields.name), 'a')
    expect(screen.queryByText(words.blocked[blocked])).toBeNull()
    expect(sent.map(({ step }) => step)).toEqual([1, 2])
  })

  test('is not blocked because a bureau does not answer', async () => {
    const down = () => {
      throw new Refused('check_unavailable', 503)
    }
    await renderWizard('person', {
      draft: draftUpTo('electricity', 'person'),
      answers: [mockCall(readScoring, down), mockCall(readIdentityCheck, down)],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await heading(words.headings.contract)).toBeTruthy()
  })

  test('sees the server’s problems beside the field, with the input kept', async () => {
    await renderWizard('person', {
      draft: draftUpTo('electricity', 'person'),
      answers: [
        mockCall(sendElectricityStep, ({ body }) => {
          if (body.FormConfirm.step !== 2) return done
          throw new Refused('invalid', 400, { fields: { 'owner_address.mobile': ['Este número no existe.'] } })
        }),
      ],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await summary()).toEqual(['Teléfono: Este número no existe.'])
    expect(screen.getByLabelText<HTMLInputElement>(words.fields.name).value).toBe('Anna')
  })

  test('loses nothing by going back', async () => {
    await renderWizard('person', { draft: draftUpTo('electricity', 'person') })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.previous)
    await heading(words.headings.installation)
    expect(screen.getByLabelText<HTMLInputElement>('Nombre de la vía').value).toBe('Major')
  })
})

describe('the tariff', () => {
  test('shows the yearly cost of each product side by side', async () => {
    await renderWizard('contract', { draft: draftUpTo('electricity', 'contract') })
    const cheapest = await screen.findByRole('radio', { name: /Socios/ })
    expect(cheapest.closest('label')!.textContent).toContain(words.products.cheapest)
    expect(screen.getByRole('radio', { name: /Clara/ }).closest('label')!.textContent).toContain('735,28')
    expect(screen.getByText(/2\.900 kWh, impuestos incluidos/)).toBeTruthy()
  })

  test('explains an unknown consumption, and lets the visitor enter it', async () => {
    const yearConsumptions: (string | undefined)[] = []
    const { user } = await renderWizard('contract', {
      draft: draftUpTo('electricity', 'contract'),
      answers: [
        mockCall(listPrices, ({ query }) => {
          yearConsumptions.push(query.year_kwh)
          return [aProduct(1, 'Clara', null)]
        }),
      ],
    })
    expect(await screen.findByText(words.products.useUnknown)).toBeTruthy()
    await user.type(screen.getByLabelText(/Lo que gastas/), '3000')
    await vi.waitFor(() => expect(yearConsumptions).toContain('3000'), { timeout: 30_000 })
  })

  test('parses the yearly consumption in the language’s number format, and reports an invalid one', async () => {
    const yearConsumptions: (string | undefined)[] = []
    const { user } = await renderWizard('contract', {
      draft: draftUpTo('electricity', 'contract'),
      answers: [
        mockCall(listPrices, ({ query }) => {
          yearConsumptions.push(query.year_kwh)
          return [aProduct(1, 'Clara', null)]
        }),
      ],
    })
    await screen.findByText(words.products.useUnknown)
    const field = screen.getByLabelText(/Lo que gastas/)
    await user.type(field, '2500,5')
    await vi.waitFor(() => expect(yearConsumptions).toContain('2501'), { timeout: 30_000 })
    await user.clear(field)
    await user.type(field, '12.500')
    await vi.waitFor(() => expect(yearConsumptions).toContain('12500'), { timeout: 30_000 })
    await user.type(field, 'mucho')
    screen.getByText(words.fields.yearKwhInvalid)
    expect(yearConsumptions).not.toContain('25005')
  })

  test('has six powers above 15 kW, and two again below', async () => {
    const { user } = await renderWizard('contract', { draft: draftUpTo('electricity', 'contract') })
    const first = await screen.findByLabelText(words.powers.day)
    await user.clear(first)
    await user.type(first, '20')
    expect(await screen.findByLabelText('Potencia P6')).toBeTruthy()
    await user.type(screen.getByLabelText('Potencia P3'), '3')
    await press(words.next.contract)
    const summaryTexts = await summary()
    expect(summaryTexts).toContain(`Potencia P3: ${texts.fieldErrors.power_lower_than_previous}`)
    expect(summaryTexts).toContain(`Potencia P4: ${texts.fieldErrors.power_required}`)
    await user.clear(screen.getByLabelText('Potencia P1'))
    expect(screen.queryByLabelText('Potencia P6')).toBeNull()
  })

  test('that follows the market says what it brings, costs and risks, with a month, and asks for consent', async () => {
    const dynamic = { ...aProduct(1, 'Clara'), is_dynamic: true, year_missing: 'market' as const }
    const estimate = { month: '2026-10', amount: 71.23, kwh: 200, basis: 'told' as const, low: 0.01, high: 0.23 }
    const answers = [mockCall(listPrices, () => [dynamic]), mockCall(readDynamicMonth, () => ({ estimate }))]
    const { user, sent } = await renderWizard('contract', { draft: draftUpTo('electricity', 'contract'), answers })
    expect(
      (await screen.findByText(/En octubre de 2026 habrías pagado unos/))
        .closest('p')!
        .textContent!.replace(/\s/g, ' '),
    ).toMatch(/71,23 € por 200 kWh, con impuestos\. Supone una doceava parte .* entre 0,010 y 0,230 €\/kWh/)
    for (const text of [/A favor: en las horas/, /Qué cuesta: el precio de mercado/, /El riesgo: los precios cambian/])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: /comparador de la CNMC/ }).getAttribute('href')).toContain(
      'comparador.cnmc',
    )
    await user.click(screen.getByRole('checkbox', { name: /He leído qué puede darme/ }))
    await press('Continuar')
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ step: 3, accept_dynamic: true }))
  })

  test('deselects a product that is no longer offered', async () => {
    await renderWizard('contract', {
      draft: draftUpTo('electricity', 'contract'),
      answers: [mockCall(listPrices, () => [aProduct(2, 'Socios', 700)])],
    })
    await screen.findByRole('radio', { name: /Socios/ })
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.product_required)
  })

  test('shows the phone number without a tariff to choose', async () => {
    await renderWizard('contract', {
      draft: draftUpTo('electricity', 'contract'),
      answers: [mockCall(listTariffs, () => [])],
    })
    expect(await screen.findByText(/No tenemos tarifas/)).toBeTruthy()
  })

  test('applies a code from the address by itself', async () => {
    await renderWizard('contract', {
      draft: { ...draftUpTo('electricity', 'contract'), promotion: { typed: 'SOCI4', applied: null } },
      answers: [mockCall(validateCoupon, () => ({ valid: true }))],
    })
    expect(await screen.findByText(words.promotion.applied.replace('{code}', 'SOCI4'))).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/Código promocional/).value).toBe('')
  })

  test('keeps a typed code that was not applied when leaving the step', async () => {
    const { sent, user } = await renderWizard('contract', { draft: draftUpTo('electricity', 'contract') })
    await user.type(await screen.findByLabelText(/Código promocional/), 'SOCI4')
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.promocode_not_applied)
    expect(sent).toEqual([])
  })

  test('checks a promotional code when it is applied', async () => {
    const { user } = await renderWizard('contract', {
      draft: draftUpTo('electricity', 'contract'),
      answers: [mockCall(validateCoupon, ({ params }) => ({ valid: params.coupon === 'SOCI4' }))],
    })
    const field = await screen.findByLabelText(/Código promocional/)
    await user.type(field, 'NADA')
    await press(words.promotion.apply)
    expect(await screen.findByText(texts.fieldErrors.promocode_invalid)).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'SOCI4{Enter}')
    expect(await screen.findByText('SOCI4, aplicado')).toBeTruthy()
    await user.type(field, 'soci4')
    await press(words.promotion.apply)
    expect(await screen.findByText(texts.fieldErrors.promocode_already_applied)).toBeTruthy()
  })

  test('names the product that a code opens', async () => {
    const product = { id: 7, name: 'Tarifa Socis', energy: 'electricity' as const }
    await renderWizard('contract', {
      draft: { ...draftUpTo('electricity', 'contract'), promotion: { typed: 'SOCI4', applied: null } },
      answers: [mockCall(validateCoupon, () => ({ valid: true, product }))],
    })
    expect(await screen.findByText(/Abre Tarifa Socis/)).toBeTruthy()
  })

  test('does not apply a gas product’s code to electricity', async () => {
    const product = { id: 9, name: 'Gas Clar', energy: 'gas' as const }
    await renderWizard('contract', {
      draft: { ...draftUpTo('electricity', 'contract'), promotion: { typed: 'GAS4', applied: null } },
      answers: [mockCall(validateCoupon, () => ({ valid: true, product }))],
    })
    expect(await screen.findByText(texts.fieldErrors.promocode_of_gas)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/Código promocional/).value).toBe('GAS4')
  })
})

describe('the end', () => {
  const confirmed = (signature: { id: string; url: string } | null) =>
    mockCall(sendElectricityStep, ({ body }) =>
      body.FormConfirm.step === 5
        ? {
            ...done,
            result: {
              error: null,
              render: { format: 'markdown' as const, body: '## Solo falta tu firma\n\nLéelo **antes**.' },
            },
            signature,
          }
        : done,
    )

  test('shows all answers with ways back, and asks visitors to agree', async () => {
    await renderWizard('confirmation', { draft: draftUpTo('electricity', 'confirmation') })
    expect(await screen.findByText('ES 0021 9900 0000 0001 ZH')).toBeTruthy()
    expect(screen.getByText('Calle Major, 7 - 08500 Vic')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cambiar Pago' }).getAttribute('href')).toContain('step=payment')
    await press(words.confirm)
    expect(await summary()).toEqual([texts.fieldErrors.conditions_required, texts.fieldErrors.gdpr_required])
  })

  test('shows the next steps and where to sign, and deletes the draft', async () => {
    const { user } = await renderWizard('confirmation', {
      draft: draftUpTo('electricity', 'confirmation'),
      answers: [confirmed({ id: 'x', url: '/signature/x' })],
      signedIn: null,
    })
    await user.click(await screen.findByLabelText(/condiciones generales/))
    await user.click(screen.getByLabelText(/tratamiento de mis datos/))
    await press(words.confirm)
    expect(await screen.findByRole('heading', { name: 'Solo falta tu firma' })).toBeTruthy()
    expect(screen.getByRole('link', { name: words.sign }).getAttribute('href')).toContain('/signature/x')
    expect(sessionStorage.getItem('draft:contracting-electricity:')).not.toContain('ES91')
    await press(words.goHome)
    expect(sessionStorage.getItem('draft:contracting-electricity:')).toBeNull()
  })

  test('asks a signed-in user for no agreement twice', async () => {
    await renderWizard('confirmation', {
      draft: draftUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [confirmed(null)],
    })
    await hasAgreedBefore()
    await press(words.confirm)
    expect(await heading(words.headings.finish)).toBeTruthy()
  })

  test('asks a signed-in user for the agreements they have not given yet', async () => {
    const { user } = await renderWizard('confirmation', {
      draft: draftUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [mockCall(readAgreements, () => ({ accept_ov_conditions: false, accept_gdpr: true })), confirmed(null)],
    })
    const box = await screen.findByLabelText<HTMLInputElement>(/condiciones generales/)
    await waitFor(() => expect(screen.queryByLabelText(/tratamiento de mis datos/)).toBeNull())
    expect(box.checked).toBe(false)
    await press(words.confirm)
    expect(await summary()).toEqual([texts.fieldErrors.conditions_required])
    await user.click(box)
    await press(words.confirm)
    expect(await heading(words.headings.finish)).toBeTruthy()
  })

  test.each([
    ['no connection', new TypeError('Failed to fetch'), words.failures.connectivity],
    ['a bad score', new Refused('bad_score', 409), texts.refusals.bad_score],
    ['an identity mismatch', new Refused('identity_mismatch', 409), texts.refusals.identity_mismatch],
    ['any other failure', new Refused('unexpected', 500), words.failures.generic],
  ])('reports %s, with a way back', async (_, thrown, expectedText) => {
    await renderWizard('confirmation', {
      draft: draftUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [
        mockCall(sendElectricityStep, ({ body }) => {
          if (body.FormConfirm.step === 5) throw thrown
          return done
        }),
      ],
    })
    await hasAgreedBefore()
    await press(words.confirm)
    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect(screen.getByRole('button', { name: words.previous })).toBeTruthy()
  })
})

test('leads a holder who is refused only at the end to where it can be changed', async () => {
  await renderWizard('confirmation', {
    draft: draftUpTo('electricity', 'confirmation'),
    signedIn: anna,
    answers: [mockCall(readIdentityCheck, () => ({ dni_valid: false }))],
  })
  await hasAgreedBefore()
  await press(words.confirm)
  expect(await screen.findByText(words.blocked.dniInvalid)).toBeTruthy()
  expect(await heading(words.headings.person)).toBeTruthy()
})

describe('the steps', () => {
  type RenderedWizard = Awaited<ReturnType<typeof renderWizard>>
  test.each<[string, (shown: RenderedWizard) => void]>([
    ['through the list of steps', ({ follow }) => follow(words.steps.installation)],
    ['through the browser history', ({ router }) => router.history.back()],
  ])('drop the problems of one that is left %s', async (_, leave) => {
    const draft = draftUpTo('electricity', 'person')
    const shown = await renderWizard(null, { draft: { ...draft, person: { ...draft.person, taxId: '' } } })
    await press(words.next.installation)
    await heading(words.headings.person)
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    await summary()
    leave(shown)
    await heading(words.headings.installation)
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
    shown.follow(words.steps.person)
    await heading(words.headings.person)
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
  })

  test('drop what is missing in the last one after a change', async () => {
    const { follow } = await renderWizard('confirmation', { draft: draftUpTo('electricity', 'confirmation') })
    await screen.findByText('ES 0021 9900 0000 0001 ZH')
    await press(words.confirm)
    await summary()
    follow('Cambiar Pago')
    await heading(words.headings.payment)
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
  })

  test('show why the holder is blocked until their step is left', async () => {
    const { follow } = await renderWizard('person', {
      draft: draftUpTo('electricity', 'person'),
      answers: [mockCall(readIdentityCheck, () => ({ dni_valid: false }))],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    await screen.findByText(words.blocked.dniInvalid)
    follow(words.steps.installation)
    await heading(words.headings.installation)
    follow(words.steps.person)
    await heading(words.headings.person)
    expect(screen.queryByText(words.blocked.dniInvalid)).toBeNull()
  })

  test('show a problem that the server finds with an earlier one there', async () => {
    await renderWizard('payment', {
      draft: draftUpTo('electricity', 'payment'),
      answers: [
        mockCall(sendElectricityStep, ({ body }) => {
          if (body.FormConfirm.step !== 2) return done
          throw new Refused('invalid', 400, { fields: { 'owner_address.mobile': ['Este número no existe.'] } })
        }),
      ],
    })
    await screen.findByLabelText(words.fields.iban)
    await press(words.next.payment)
    await heading(words.headings.person)
    expect(await summary()).toEqual(['Teléfono: Este número no existe.'])
  })

  test('show the first open one in place of one that is not available yet', async () => {
    await renderWizard('payment', { draft: draftUpTo('electricity', 'person') })
    expect(await heading(words.headings.person)).toBeTruthy()
  })

  test('omit tariff and payment for a company that is called back', async () => {
    const draft = draftUpTo('electricity', 'person')
    const company = { ...draft, person: { ...draft.person, taxId: 'A58818501' } }
    await renderWizard('person', { draft: company, contractation: { businessHaltContractation: true } })
    await heading(words.headings.person)
    const steps = within(screen.getByRole('navigation', { name: words.stepsLabel }))
    await vi.waitFor(() => expect(steps.getAllByRole('listitem')).toHaveLength(3))
  })
})

test.each([
  ['where no provider is used', true],
  ['but not where one responds', false],
])('announces in the first step that a person checks the holder, %s', async (_, isByPerson) => {
  await renderWizard(null, { answers: [mockCall(readContracting, () => aConfiguration(isByPerson))] })
  await screen.findByLabelText('CUPS')
  if (isByPerson) expect(await screen.findByText(texts.wizard.personChecks)).toBeTruthy()
  else expect(screen.queryByText(texts.wizard.personChecks)).toBeNull()
})
