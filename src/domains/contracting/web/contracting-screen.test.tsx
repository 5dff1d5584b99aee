import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import correspondenceTexts from '#domains/correspondence/texts/es.json'
import { listStreetTypes, readProvince, readZipcode } from '#domains/geo/api.ts'
import { readLeadConsent } from '#domains/leads/api.ts'
import {
  listActivities,
  listGasPrices,
  listGasTariffs,
  listPrices,
  listRetailers,
  listTariffs,
  validateCoupon,
} from '#domains/offers/api.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { readSupply } from '#domains/supply-register/api.ts'
import uploadTexts from '#domains/uploads/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { type Answer, anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { makeCups } from '#vocabulary/cups.ts'
import { mailLeadLink, readAgreements, readIdentityCheck, readLead, readScoring, sendElectricityStep } from '../api.ts'
import texts from '../texts/es.json'
import { bringToContract } from './brought.ts'
import { ContractingScreen } from './contracting-screen.tsx'
import { emptyWizard, type WizardDraft } from './wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const done = { lead_id: 41, status: 'OK' as const }
const cups = makeCups('0021', '990000000001')
const vic = { ine: '08298', city: 'Vic', state: '08', province: 'Barcelona' }
const file = { id: '7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f00', name: 'dni.png', sizeBytes: 10 }

const supply = (given: object = {}) => ({
  ...{ cups_data_availability: { available: true }, cups_availability: { available: true } },
  ...{ access_tariff: { id: 18, name: '2.0TD' }, address: { zipcode: '08500' } },
  ...{ power_p1: 4.6, power_p2: 4.6, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
  ...{ selfcons: false, autoconsumo_code: '00' },
  ...given,
})
const product = (id: number, name: string, amount: number | null) => ({
  ...{ id, name, ov_description: `Sobre ${name}`, ov_link: null },
  prices: { valid_from: '2026-01-01', power: [30, 1.4], energy: [0.21, 0.15, 0.11], fixed: null, surplus: null },
  year: amount === null ? null : { amount, kwh: 2900, basis: 'register' as const },
})

/** The form with everything typed up to a step. */
function typedUpTo(
  step: 'person' | 'contract' | 'payment' | 'confirmation',
  given: Partial<WizardDraft> = {},
): WizardDraft {
  const empty = emptyWizard({ locale: 'es' })
  const place = { typed: { ...empty.installation.address.typed, nv: 'Major', pnp: '7', dp: '08500' }, found: vic }
  const order = ['installation', 'person', 'contract', 'payment', 'confirmation'] as const
  return {
    ...empty,
    installation: {
      ...empty.installation,
      ...{ cups, address: place, isSupplied: false, permitsSolvencyCheck: true, permitsContact: true },
    },
    person: {
      ...empty.person,
      ...{ taxId: '12345678Z', name: 'Anna', surname1: 'Serra', mobile: '612345678', email: 'anna@example.test' },
      identityFront: [file],
    },
    contract: {
      ...empty.contract,
      powers: ['4,6', '4,6', '', '', '', ''],
      tariffId: 18,
      productId: 1,
      productName: 'Clara',
    },
    payment: { iban: 'ES9121000418450200051332', isOwner: true },
    completed: order.slice(0, order.indexOf(step)),
    ...given,
  }
}

type Shown = {
  draft?: WizardDraft
  answers?: readonly Answer[]
  signedIn?: typeof anna | null
  contractation?: object
  /** Come by the link of a mail. */
  lead?: string
  /** Come by the link of a coupon. */
  promocode?: string
  sent?: object[]
}

/** The last step, once it is known that nothing is left to be agreed to. */
async function hasAgreedBefore() {
  await screen.findByText('ES 0021 9900 0000 0001 ZH')
  await waitFor(() => expect(screen.queryByLabelText(/condiciones generales/)).toBeNull())
}

async function show(
  step: string | null,
  { draft, answers = [], signedIn = null, contractation = {}, sent = [], lead, promocode }: Shown = {},
) {
  const name = `draft:contracting-electricity:${signedIn?.email ?? ''}`
  if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
  const told = Object.entries({ step, lead, promocode }).filter((each): each is [string, string] => Boolean(each[1]))
  const query = new URLSearchParams(told)
  const shown = await renderAt(`/new-electricity-customer?${query}`, <ContractingScreen />, {
    boot: {
      signedIn,
      settings: { ...defaultSettings, contractation: { ...defaultSettings.contractation, ...contractation } },
    },
    messages: { contracting: texts, correspondence: correspondenceTexts, uploads: uploadTexts, app: appTexts },
    answers: [
      ...answers,
      answer(listStreetTypes, () => ({ items: [{ id: 'CL', name: 'Calle' }] })),
      answer(readZipcode, () => ({ city: 'Vic', ine: '08298', towns: [{ city: 'Vic', ine: '08298' }] }) as never),
      answer(readProvince, () => ({ id: '08', name: 'Barcelona' })),
      answer(listRetailers, () => [{ id: 3, name: 'Aurora' }]),
      answer(listActivities, () => [{ id: 12, name: '4711', descripcio: 'Comercio' }]),
      answer(listTariffs, ({ query }) =>
        Number(query.power) > 15 ? [{ id: 19, name: '3.0TD' }] : [{ id: 18, name: '2.0TD' }],
      ),
      answer(listPrices, () => [product(1, 'Clara', 735.28), product(2, 'Socios', 700)]),
      answer(listGasTariffs, () => []),
      answer(listGasPrices, () => []),
      answer(readSupply, () => supply()),
      answer(sendElectricityStep, ({ body }) => {
        sent.push(body.FormConfirm)
        return done
      }),
      answer(readScoring, () => ({ scoring: true })),
      answer(readIdentityCheck, () => ({ dni_valid: true })),
      answer(readAgreements, () => ({ accept_ov_conditions: true, accept_gdpr: true })),
    ],
  })
  return { ...shown, user: userEvent.setup(), sent: sent as Record<string, unknown>[] }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
const summary = async () =>
  within(await screen.findByRole('alert', { name: /Revisa/ }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the supply', () => {
  test('says what is missing, all at once and in the order of the form', async () => {
    await show(null)
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
    const { user, sent } = await show(null, {
      answers: [
        answer(readSupply, ({ params }) => {
          asked(params.cups)
          return supply()
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
    const { user, sent } = await show(null, {
      answers: [answer(readSupply, () => supply({ cups_availability: { available: false } }))],
    })
    await user.type(screen.getByLabelText('CUPS'), cups)
    expect(await screen.findByText(/no se puede contratar ahora: puede/)).toBeTruthy()
    await press(words.next.installation)
    expect((await summary())[0]).toContain(texts.fieldErrors.cups_not_available)
    expect(sent).toEqual([])
  })

  test('of a business has an activity, which is found by a part of its name', async () => {
    const { user } = await show(null)
    await user.click(screen.getByRole('radio', { name: words.residence.business }))
    await user.type(await screen.findByRole('combobox', { name: words.activity.label }), 'comer')
    await user.click(await screen.findByRole('option', { name: /Comercio/ }))
    await press(words.next.installation)
    expect((await summary()).join()).not.toContain(words.activity.label)
  })

  test('who has agreed to be contacted is not asked again, everybody else is, unticked', async () => {
    await show(null, { signedIn: anna, answers: [answer(readLeadConsent, () => ({ consented: false }))] })
    expect(screen.getByLabelText<HTMLInputElement>(/contactar/).checked).toBe(false)
    cleanup()
    await show(null, { signedIn: anna, answers: [answer(readLeadConsent, () => ({ consented: true }))] })
    await waitFor(() => expect(screen.queryByLabelText(/contactar/)).toBeNull())
  })
})

describe('what was told on the page before', () => {
  test('stands in the form, and the power that was calculated stays when the register knows another', async () => {
    bringToContract({ energy: 'electricity', cups, productId: 2, powers: { kw: [5.2], areWanted: true } })
    const { user } = await show(null)
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
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
    await show(null)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe(cups))
    cleanup()
    sessionStorage.removeItem('draft:contracting-electricity:')
    await show(null)
    expect(screen.getByLabelText<HTMLInputElement>('CUPS').value).toBe('')
  })

  test('a code that comes while the product is chosen already is applied before anything is sent', async () => {
    const draft = typedUpTo('confirmation')
    await show('confirmation', {
      draft,
      promocode: 'SOCI4',
      answers: [answer(validateCoupon, () => ({ valid: true }))],
    })
    expect(await heading(words.headings.contract)).toBeTruthy()
    expect(await screen.findByText('SOCI4, aplicado')).toBeTruthy()
  })
})

describe('the holder', () => {
  test('is a company by its tax id, which has a representative and papers', async () => {
    const { user } = await show('person', { draft: typedUpTo('person') })
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
    const { user, sent } = await show('person', {
      draft: typedUpTo('person'),
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
    await show('person', {
      draft: typedUpTo('person'),
      answers: [answer(readScoring, down), answer(readIdentityCheck, down)],
    })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.next.person)
    expect(await heading(words.headings.contract)).toBeTruthy()
  })

  test('what the server finds wrong is said beside the field, and everything stays', async () => {
    await show('person', {
      draft: typedUpTo('person'),
      answers: [
        answer(sendElectricityStep, () => {
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
    await show('person', { draft: typedUpTo('person') })
    await screen.findByLabelText(words.fields.taxId)
    await press(words.previous)
    await heading(words.headings.installation)
    expect(screen.getByLabelText<HTMLInputElement>('Nombre de la vía').value).toBe('Major')
  })
})

describe('the tariff', () => {
  test('each product says what a year would cost, beside the others', async () => {
    await show('contract', { draft: typedUpTo('contract') })
    const cheapest = await screen.findByRole('radio', { name: /Socios/ })
    expect(cheapest.closest('label')!.textContent).toContain(words.products.cheapest)
    expect(screen.getByRole('radio', { name: /Clara/ }).closest('label')!.textContent).toContain('735,28')
    expect(screen.getByText(/2\.900 kWh, impuestos incluidos/)).toBeTruthy()
  })

  test('where the use is not known it says why, and the visitor may tell it', async () => {
    const asked: (string | undefined)[] = []
    const { user } = await show('contract', {
      draft: typedUpTo('contract'),
      answers: [
        answer(listPrices, ({ query }) => {
          asked.push(query.year_kwh)
          return [product(1, 'Clara', null)]
        }),
      ],
    })
    expect(await screen.findByText(words.products.useUnknown)).toBeTruthy()
    await user.type(screen.getByLabelText(/Lo que gastas/), '3000')
    await vi.waitFor(() => expect(asked).toContain('3000'), { timeout: 3000 })
  })

  test('above 15 kW there are six powers, and below again two', async () => {
    const { user } = await show('contract', { draft: typedUpTo('contract') })
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
    await show('contract', {
      draft: typedUpTo('contract'),
      answers: [answer(listPrices, () => [product(2, 'Socios', 700)])],
    })
    await screen.findByRole('radio', { name: /Socios/ })
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.product_required)
  })

  test('without a tariff to choose the phone is given', async () => {
    await show('contract', { draft: typedUpTo('contract'), answers: [answer(listTariffs, () => [])] })
    expect(await screen.findByText(/No tenemos tarifas/)).toBeTruthy()
  })

  test('a code that came with the address is applied by itself', async () => {
    await show('contract', {
      draft: { ...typedUpTo('contract'), promotion: { typed: 'SOCI4', applied: null } },
      answers: [answer(validateCoupon, () => ({ valid: true }))],
    })
    expect(await screen.findByText(words.promotion.applied.replace('{code}', 'SOCI4'))).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/Código promocional/).value).toBe('')
  })

  test('a code that is typed and not applied is not lost with the step', async () => {
    const sent: object[] = []
    const { user } = await show('contract', { draft: typedUpTo('contract'), sent })
    await user.type(await screen.findByLabelText(/Código promocional/), 'SOCI4')
    await press(words.next.contract)
    expect((await summary()).join()).toContain(texts.fieldErrors.promocode_not_applied)
    expect(sent).toEqual([])
  })

  test('a promotional code is checked when it is applied', async () => {
    const { user } = await show('contract', {
      draft: typedUpTo('contract'),
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
    await show('confirmation', { draft: typedUpTo('confirmation') })
    expect(await screen.findByText('ES 0021 9900 0000 0001 ZH')).toBeTruthy()
    expect(screen.getByText('Calle Major, 7 - 08500 Vic')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cambiar Pago' }).getAttribute('href')).toContain('step=payment')
    await press(words.confirm)
    expect(await summary()).toEqual([texts.fieldErrors.conditions_required, texts.fieldErrors.gdpr_required])
  })

  test('says what happens next and where it is signed, and keeps nothing of what was typed', async () => {
    const { user } = await show('confirmation', {
      draft: typedUpTo('confirmation'),
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
    await show('confirmation', { draft: typedUpTo('confirmation'), signedIn: anna, answers: [confirmed(null)] })
    await hasAgreedBefore()
    await press(words.confirm)
    expect(await heading(words.headings.finish)).toBeTruthy()
  })

  test('whoever is signed in is asked for what they have not agreed to yet', async () => {
    const { user } = await show('confirmation', {
      draft: typedUpTo('confirmation'),
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
    await show('confirmation', {
      draft: typedUpTo('confirmation'),
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
  await show('confirmation', {
    draft: typedUpTo('confirmation'),
    signedIn: anna,
    answers: [answer(readIdentityCheck, () => ({ dni_valid: false }))],
  })
  await hasAgreedBefore()
  await press(words.confirm)
  expect(await screen.findByText(words.blocked.dniInvalid)).toBeTruthy()
  expect(await heading(words.headings.person)).toBeTruthy()
})

describe('what was begun elsewhere', () => {
  const begun = {
    ...{ lead_id: 41, kind: 'electricity' as const, state: 'open' as const, steps_done: 2, gas_lead_id: null },
    signature: null,
    files: [{ id: file.id, name: file.name, size_bytes: file.sizeBytes }],
    steps: {
      1: {
        ...{ step: 1, cups: { name: cups }, residence_type: 'habitual', cnae: 986, active_contract: false },
        address: { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' },
      },
      2: {
        step: 2,
        owner: { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra' },
        owner_address: { different_address: false, mobile: '612345678', email: 'anna@example.test' },
        nif_faceup: [{ id: file.id }],
      },
    },
  }

  test('is gone on with where it was left, with what was typed and sent', async () => {
    await show(null, { lead: '41', answers: [answer(readLead, () => begun as never)] })
    await heading(words.headings.contract)
    await press(words.previous)
    expect(screen.getByLabelText<HTMLInputElement>(words.fields.name).value).toBe('Anna')
    expect(screen.getByText('dni.png')).toBeTruthy()
  })

  test('has lost neither its product, its activity nor what the register knows', async () => {
    const steps = {
      ...begun.steps,
      1: { ...begun.steps[1], residence_type: 'business', cnae: 12 },
      3: {
        ...{ step: 3, cups: { name: cups }, power: 3.45, power2: 3.45, power3: 0, power4: 0, power5: 0, power6: 0 },
        ...{ tarifa: 1, tarifaATR: 18, selfconsCode: '00' },
      },
    }
    const prices = vi.fn()
    await show(null, {
      lead: '41',
      answers: [
        answer(readLead, () => ({ ...begun, steps }) as never),
        answer(listPrices, ({ query }) => {
          prices(query.cups)
          return [product(1, 'Clara', 735.28), product(2, 'Socios', 700)]
        }),
      ],
    })
    expect((await screen.findByLabelText<HTMLInputElement>(words.powers.day)).value).toBe('3,45')
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Clara/ })).checked).toBe(true)
    expect(prices).toHaveBeenCalledWith(cups)
    await press(words.next.contract)
    await userEvent.type(await screen.findByLabelText(words.fields.iban), 'ES9121000418450200051332')
    await userEvent.click(screen.getByLabelText(/La cuenta es mía/))
    await press(words.next.payment)
    expect(await screen.findByText('Clara')).toBeTruthy()
    expect(screen.getByText('Comercio')).toBeTruthy()
  })

  test('is filled in with what the register knows of what was not typed yet', async () => {
    await show(null, { lead: '41', answers: [answer(readLead, () => begun as never)] })
    expect((await screen.findByLabelText<HTMLInputElement>(words.powers.day)).value).toBe('4,6')
    expect(await screen.findByRole('radio', { name: /Socios/ })).toBeTruthy()
  })

  test('is said to be sent already', async () => {
    await show(null, {
      lead: '41',
      answers: [answer(readLead, () => ({ ...begun, state: 'sent' as const, steps: {} }))],
    })
    expect(await screen.findByText(texts.refusals.lead_closed)).toBeTruthy()
  })

  test('and a link to it is mailed', async () => {
    const mailed = vi.fn()
    const { user } = await show('person', {
      draft: typedUpTo('person', { leads: { main: 41, gas: null } }),
      answers: [answer(mailLeadLink, ({ params, body }) => void mailed(params, body) as undefined)],
    })
    await user.click(await screen.findByText(words.later.summary))
    await press(words.later.send)
    expect(await screen.findByText(words.later.sent)).toBeTruthy()
    expect(mailed).toHaveBeenCalledWith({ leadId: '41' }, { email: 'anna@example.test', kind: 'electricity' })
  })
})

describe('the steps', () => {
  test('one that may not be gone to yet shows the first that is open', async () => {
    await show('payment', { draft: typedUpTo('person') })
    expect(await heading(words.headings.person)).toBeTruthy()
  })

  test('a company that is called back has no tariff and no payment', async () => {
    const draft = typedUpTo('person')
    const company = { ...draft, person: { ...draft.person, taxId: 'A58818501' } }
    await show('person', { draft: company, contractation: { businessHaltContractation: true } })
    await heading(words.headings.person)
    const steps = within(screen.getByRole('navigation', { name: words.stepsLabel }))
    await vi.waitFor(() => expect(steps.getAllByRole('listitem')).toHaveLength(3))
  })
})
