import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readLeadConsent } from '#domains/leads/api.ts'
import { listPrices, listTariffs, validateCoupon } from '#domains/offers/api.ts'
import { readSupply } from '#domains/supply-register/api.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, answer } from '#kit/web/portal-testing.tsx'
import { readAgreements, readContracting, readIdentityCheck, readScoring, sendElectricityStep } from '../api.ts'
import texts from '../texts/es.json'
import { bringToContract } from './brought.ts'
import {
  aConfiguration,
  aProduct,
  aSupply,
  cups,
  heading,
  press,
  showWizard,
  summary,
  typedUpTo,
} from './contracting-testing.tsx'
import type { WizardDraft } from './wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const done = { lead_id: 41, status: 'OK' as const }
/** The last step, once it is known that nothing is left to be agreed to. */
async function hasAgreedBefore() {
  await screen.findByText('ES 0021 9900 0000 0001 ZH')
  await waitFor(() => expect(screen.queryByLabelText(/condiciones generales/)).toBeNull())
}

describe('the supply', () => {
  test('says what is missing, all at once and in the order of the form', async () => {
    await showWizard(null)
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

  test('is looked up once its code is whole, tidied as it is typed, and fills in what is known', async () => {
    const asked = vi.fn()
    const { user, sent } = await showWizard(null, {
      answers: [
        answer(readSupply, ({ params }) => {
          asked(params.cups)
          return aSupply()
        }),
      ],
    })
    await user.type(screen.getByLabelText('CUPS'), `es 0021 99OO ${cups.slice(10).toLowerCase()}`)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
    expect(asked.mock.calls).toEqual([[cups]])
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

  test('that may not be contracted holds everything back', async () => {
    const { user, sent } = await showWizard(null, {
      answers: [answer(readSupply, () => aSupply({ cups_availability: { available: false } }))],
    })
    await user.type(screen.getByLabelText('CUPS'), cups)
    expect(await screen.findByText(/no se puede contratar ahora: puede/)).toBeTruthy()
    await press(words.next.installation)
    expect((await summary())[0]).toContain(texts.fieldErrors.cups_not_available)
    expect(sent).toEqual([])
  })

  test('of a business has an activity, which is found by a part of its name', async () => {
    const { user } = await showWizard(null)
    await user.click(screen.getByRole('radio', { name: words.residence.business }))
    await user.type(await screen.findByRole('combobox', { name: words.activity.label }), 'comer')
    await user.click(await screen.findByRole('option', { name: /Comercio/ }))
    await press(words.next.installation)
    expect((await summary()).join()).not.toContain(words.activity.label)
  })

  test('who has agreed to be contacted is not asked again, everybody else is, unticked', async () => {
    await showWizard(null, { signedIn: anna, answers: [answer(readLeadConsent, () => ({ consented: false }))] })
    expect(screen.getByLabelText<HTMLInputElement>(/contactar/).checked).toBe(false)
    cleanup()
    await showWizard(null, { signedIn: anna, answers: [answer(readLeadConsent, () => ({ consented: true }))] })
    await waitFor(() => expect(screen.queryByLabelText(/contactar/)).toBeNull())
  })
})

describe('what was told on the page before', () => {
  test('stands in the form, and the power that was calculated stays when the register knows another', async () => {
    bringToContract({ energy: 'electricity', cups, productId: 2, powers: { kw: [5.2], areWanted: true } })
    const { user } = await showWizard(null)
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

  test('is taken over once', async () => {
    bringToContract({ energy: 'electricity', cups })
    await showWizard(null)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups))
    cleanup()
    sessionStorage.removeItem('draft:contracting-electricity:')
    await showWizard(null)
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe('')
  })

  test('a code that comes while the product is chosen already is applied before anything is sent', async () => {
    const draft = typedUpTo('electricity', 'confirmation')
    await showWizard('confirmation', {
      draft,
      search: { promocode: 'SOCI4' },
      answers: [answer(validateCoupon, () => ({ valid: true }))],
    })
    expect(await heading(words.headings.contract)).toBeTruthy()
    expect(await screen.findByText('SOCI4, aplicado')).toBeTruthy()
  })
})

describe('the holder', () => {
  test('is a company by its tax id, which has a representative and papers', async () => {
    const { user } = await showWizard('person', { draft: typedUpTo('electricity', 'person') })
    await heading(words.headings.person)
    const taxId = await screen.findByLabelText(words.fields.taxId)
    await user.clear(taxId)
    await user.type(taxId, 'A58818501')
    expect(screen.getByLabelText(words.fields.companyName)).toBeTruthy()
    await press(words.next.person)
    const told = (await summary()).join()
    expect(told).toContain(`${words.fields.representative.taxId}: `)
    expect(told).toContain(texts.fieldErrors.company_document_required)
  })

  test.each([
    ['dniInvalid', { dni_valid: false }, { scoring: true }],
    ['badScore', { dni_valid: true }, { scoring: false }],
  ] as const)('%s: goes no further until something is changed', async (blocked, identity, scoring) => {
    const { user, sent } = await showWizard('person', {
      draft: typedUpTo('electricity', 'person'),
      answers: [answer(readIdentityCheck, () => identity), answer(readScoring, () => scoring)],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await screen.findByText(words.blocked[blocked])).toBeTruthy()
    expect(screen.getByRole('button', { name: words.next.person }).getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByLabelText(words.fields.name), 'a')
    expect(screen.queryByText(words.blocked[blocked])).toBeNull()
    expect(sent.map(({ step }) => step)).toEqual([1, 2])
  })

  test('nobody is held back because a bureau does not answer', async () => {
    const down = () => {
      throw new Refused('check_unavailable', 503)
    }
    await showWizard('person', {
      draft: typedUpTo('electricity', 'person'),
      answers: [answer(readScoring, down), answer(readIdentityCheck, down)],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await heading(words.headings.contract)).toBeTruthy()
  })

  test('what the server finds wrong is said beside the field, and everything stays', async () => {
    await showWizard('person', {
      draft: typedUpTo('electricity', 'person'),
      answers: [
        answer(sendElectricityStep, ({ body }) => {
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

  test('going back loses nothing', async () => {
    await showWizard('person', { draft: typedUpTo('electricity', 'person') })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.previous)
    await heading(words.headings.installation)
    expect(screen.getByLabelText<HTMLInputElement>('Nombre de la vía').value).toBe('Major')
  })
})

describe('the tariff', () => {
  test('each product says what a year would cost, beside the others', async () => {
    await showWizard('contract', { draft: typedUpTo('electricity', 'contract') })
    const cheapest = await screen.findByRole('radio', { name: /Socios/ })
    expect(cheapest.closest('label')!.textContent).toContain(words.products.cheapest)
    expect(screen.getByRole('radio', { name: /Clara/ }).closest('label')!.textContent).toContain('735,28')
    expect(screen.getByText(/2\.900 kWh, impuestos incluidos/)).toBeTruthy()
  })

  test('where the use is not known it says why, and the visitor may tell it', async () => {
    const asked: (string | undefined)[] = []
    const { user } = await showWizard('contract', {
      draft: typedUpTo('electricity', 'contract'),
      answers: [
        answer(listPrices, ({ query }) => {
          asked.push(query.year_kwh)
          return [aProduct(1, 'Clara', null)]
        }),
      ],
    })
    expect(await screen.findByText(words.products.useUnknown)).toBeTruthy()
    await user.type(screen.getByLabelText(/Lo que gastas/), '3000')
    await vi.waitFor(() => expect(asked).toContain('3000'), { timeout: 3000 })
  })

  test('the use of a year is read as the language writes it, and what is none is told', async () => {
    const asked: (string | undefined)[] = []
    const { user } = await showWizard('contract', {
      draft: typedUpTo('electricity', 'contract'),
      answers: [
        answer(listPrices, ({ query }) => {
          asked.push(query.year_kwh)
          return [aProduct(1, 'Clara', null)]
        }),
      ],
    })
    await screen.findByText(words.products.useUnknown)
    const field = screen.getByLabelText(/Lo que gastas/)
    await user.type(field, '2500,5')
    await vi.waitFor(() => expect(asked).toContain('2501'), { timeout: 3000 })
    await user.clear(field)
    await user.type(field, '12.500')
    await vi.waitFor(() => expect(asked).toContain('12500'), { timeout: 3000 })
    await user.type(field, 'mucho')
    screen.getByText(words.fields.yearKwhInvalid)
    expect(asked).not.toContain('25005')
  })

  test('above 15 kW there are six powers, and below again two', async () => {
    const { user } = await showWizard('contract', { draft: typedUpTo('electricity', 'contract') })
    const first = await screen.findByLabelText(words.powers.day)
    await user.clear(first)
    await user.type(first, '20')
    expect(await screen.findByLabelText('Potencia P6')).toBeTruthy()
    await user.type(screen.getByLabelText('Potencia P3'), '3')
    await press(words.next.contract)
    const told = await summary()
    expect(told).toContain(`Potencia P3: ${texts.fieldErrors.power_lower_than_previous}`)
    expect(told).toContain(`Potencia P4: ${texts.fieldErrors.power_required}`)
    await user.clear(screen.getByLabelText('Potencia P1'))
    expect(screen.queryByLabelText('Potencia P6')).toBeNull()
  })

  test('a product that is no longer offered is chosen no more', async () => {
    await showWizard('contract', {
      draft: typedUpTo('electricity', 'contract'),
      answers: [answer(listPrices, () => [aProduct(2, 'Socios', 700)])],
    })
    await screen.findByRole('radio', { name: /Socios/ })
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.product_required)
  })

  test('without a tariff to choose the phone is given', async () => {
    await showWizard('contract', {
      draft: typedUpTo('electricity', 'contract'),
      answers: [answer(listTariffs, () => [])],
    })
    expect(await screen.findByText(/No tenemos tarifas/)).toBeTruthy()
  })

  test('a code that came with the address is applied by itself', async () => {
    await showWizard('contract', {
      draft: { ...typedUpTo('electricity', 'contract'), promotion: { typed: 'SOCI4', applied: null } },
      answers: [answer(validateCoupon, () => ({ valid: true }))],
    })
    expect(await screen.findByText(words.promotion.applied.replace('{code}', 'SOCI4'))).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/Código promocional/).value).toBe('')
  })

  test('a code that is typed and not applied is not lost with the step', async () => {
    const { sent, user } = await showWizard('contract', { draft: typedUpTo('electricity', 'contract') })
    await user.type(await screen.findByLabelText(/Código promocional/), 'SOCI4')
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.promocode_not_applied)
    expect(sent).toEqual([])
  })

  test('a promotional code is checked when it is applied', async () => {
    const { user } = await showWizard('contract', {
      draft: typedUpTo('electricity', 'contract'),
      answers: [answer(validateCoupon, ({ params }) => ({ valid: params.coupon === 'SOCI4' }))],
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

  test('a code says which product it opens', async () => {
    const product = { id: 7, name: 'Tarifa Socis', energy: 'electricity' as const }
    await showWizard('contract', {
      draft: { ...typedUpTo('electricity', 'contract'), promotion: { typed: 'SOCI4', applied: null } },
      answers: [answer(validateCoupon, () => ({ valid: true, product }))],
    })
    expect(await screen.findByText(/Abre Tarifa Socis/)).toBeTruthy()
  })

  test('a code of a gas product is not applied to electricity', async () => {
    const product = { id: 9, name: 'Gas Clar', energy: 'gas' as const }
    await showWizard('contract', {
      draft: { ...typedUpTo('electricity', 'contract'), promotion: { typed: 'GAS4', applied: null } },
      answers: [answer(validateCoupon, () => ({ valid: true, product }))],
    })
    expect(await screen.findByText(texts.fieldErrors.promocode_of_gas)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/Código promocional/).value).toBe('GAS4')
  })
})

describe('the end', () => {
  const confirmed = (signature: { id: string; url: string } | null) =>
    answer(sendElectricityStep, ({ body }) =>
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
    await showWizard('confirmation', { draft: typedUpTo('electricity', 'confirmation') })
    expect(await screen.findByText('ES 0021 9900 0000 0001 ZH')).toBeTruthy()
    expect(screen.getByText('Calle Major, 7 - 08500 Vic')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cambiar Pago' }).getAttribute('href')).toContain('step=payment')
    await press(words.confirm)
    expect(await summary()).toEqual([texts.fieldErrors.conditions_required, texts.fieldErrors.gdpr_required])
  })

  test('says what happens next and where it is signed, and keeps nothing of what was typed', async () => {
    const { user } = await showWizard('confirmation', {
      draft: typedUpTo('electricity', 'confirmation'),
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

  test('whoever is signed in agrees to nothing a second time', async () => {
    await showWizard('confirmation', {
      draft: typedUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [confirmed(null)],
    })
    await hasAgreedBefore()
    await press(words.confirm)
    expect(await heading(words.headings.finish)).toBeTruthy()
  })

  test('whoever is signed in is asked for what they have not agreed to yet', async () => {
    const { user } = await showWizard('confirmation', {
      draft: typedUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [answer(readAgreements, () => ({ accept_ov_conditions: false, accept_gdpr: true })), confirmed(null)],
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
    ['another name', new Refused('identity_mismatch', 409), texts.refusals.identity_mismatch],
    ['anything else', new Refused('unexpected', 500), words.failures.generic],
  ])('%s is told, with a way back', async (_, thrown, told) => {
    await showWizard('confirmation', {
      draft: typedUpTo('electricity', 'confirmation'),
      signedIn: anna,
      answers: [
        answer(sendElectricityStep, ({ body }) => {
          if (body.FormConfirm.step === 5) throw thrown
          return done
        }),
      ],
    })
    await hasAgreedBefore()
    await press(words.confirm)
    expect(await screen.findByText(told)).toBeTruthy()
    expect(screen.getByRole('button', { name: words.previous })).toBeTruthy()
  })
})

test('a holder who is refused only at the end is led to where it can be changed', async () => {
  await showWizard('confirmation', {
    draft: typedUpTo('electricity', 'confirmation'),
    signedIn: anna,
    answers: [answer(readIdentityCheck, () => ({ dni_valid: false }))],
  })
  await hasAgreedBefore()
  await press(words.confirm)
  expect(await screen.findByText(words.blocked.dniInvalid)).toBeTruthy()
  expect(await heading(words.headings.person)).toBeTruthy()
})

describe('the steps', () => {
  type Shown = Awaited<ReturnType<typeof showWizard>>
  test.each<[string, (shown: Shown) => void]>([
    ['by the list of steps', ({ follow }) => follow(words.steps.installation)],
    ['by the browser', ({ router }) => router.history.back()],
  ])('what was wrong with one that is left %s is told no more', async (_, leave) => {
    const draft = typedUpTo('electricity', 'person')
    const shown = await showWizard(null, { draft: { ...draft, person: { ...draft.person, taxId: '' } } })
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

  test('what is missing of the last is told no more where something is changed', async () => {
    const { follow } = await showWizard('confirmation', { draft: typedUpTo('electricity', 'confirmation') })
    await screen.findByText('ES 0021 9900 0000 0001 ZH')
    await press(words.confirm)
    await summary()
    follow('Cambiar Pago')
    await heading(words.headings.payment)
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
  })

  test('why the holder cannot go on is told until their step is left', async () => {
    const { follow } = await showWizard('person', {
      draft: typedUpTo('electricity', 'person'),
      answers: [answer(readIdentityCheck, () => ({ dni_valid: false }))],
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

  test('what the server finds wrong with an earlier one is told there', async () => {
    await showWizard('payment', {
      draft: typedUpTo('electricity', 'payment'),
      answers: [
        answer(sendElectricityStep, ({ body }) => {
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

  test('one that may not be gone to yet shows the first that is open', async () => {
    await showWizard('payment', { draft: typedUpTo('electricity', 'person') })
    expect(await heading(words.headings.person)).toBeTruthy()
  })

  test('a company that is called back has no tariff and no payment', async () => {
    const draft = typedUpTo('electricity', 'person')
    const company = { ...draft, person: { ...draft.person, taxId: 'A58818501' } }
    await showWizard('person', { draft: company, contractation: { businessHaltContractation: true } })
    await heading(words.headings.person)
    const steps = within(screen.getByRole('navigation', { name: words.stepsLabel }))
    await vi.waitFor(() => expect(steps.getAllByRole('listitem')).toHaveLength(3))
  })
})

test.each([
  ['where no provider is asked', true],
  ['not where one answers', false],
])('the first step says that a person checks the holder, %s', async (_, isByPerson) => {
  await showWizard(null, { answers: [answer(readContracting, () => aConfiguration(isByPerson))] })
  await screen.findByLabelText('CUPS')
  if (isByPerson) expect(await screen.findByText(texts.wizard.personChecks)).toBeTruthy()
  else expect(screen.queryByText(texts.wizard.personChecks)).toBeNull()
})
