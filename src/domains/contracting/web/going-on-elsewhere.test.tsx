import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listPrices } from '#domains/offers/api.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { answer } from '#kit/web/portal-testing.tsx'
import { keepTyped, mailLeadLink, readLead } from '../api.ts'
import { askedBy } from '../asked-by.ts'
import texts from '../texts/es.json'
import type { Typed } from '../typed.ts'
import { stepsOf } from '../wizard.ts'
import { anImage, aProduct, cups, gasCups, heading, press, showWizard, typedUpTo } from './contracting-testing.tsx'
import { typedOf } from './typed-draft.ts'
import { emptyWizard } from './wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts

describe('what was begun elsewhere', () => {
  const begun = {
    ...{ lead_id: 41, kind: 'electricity' as const, state: 'open' as const, steps_done: 2, gas_lead_id: null },
    ...{ signature: null, typed: {} },
    files: [{ id: anImage.id, name: anImage.name, size_bytes: anImage.sizeBytes }],
    steps: {
      1: {
        ...{ step: 1, cups: { name: cups }, residence_type: 'habitual', cnae: 986, active_contract: false },
        address: { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' },
      },
      2: {
        step: 2,
        owner: { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra' },
        owner_address: { different_address: false, mobile: '612345678', email: 'anna@example.test' },
        nif_faceup: [{ id: anImage.id }],
      },
    },
  }

  test('is gone on with where it was left, with what was typed and sent', async () => {
    await showWizard(null, { search: { lead: '41' }, answers: [answer(readLead, () => begun as never)] })
    await heading(words.headings.contract)
    await press(words.previous)
    expect((await screen.findByLabelText<HTMLInputElement>(words.fields.name)).value).toBe('Anna')
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
    await showWizard(null, {
      search: { lead: '41' },
      answers: [
        answer(readLead, () => ({ ...begun, steps }) as never),
        answer(listPrices, ({ query }) => {
          prices(query.cups)
          return [aProduct(1, 'Clara', 735.28), aProduct(2, 'Socios', 700)]
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
    await showWizard(null, { search: { lead: '41' }, answers: [answer(readLead, () => begun as never)] })
    expect((await screen.findByLabelText<HTMLInputElement>(words.powers.day)).value).toBe('4,6')
    expect(await screen.findByRole('radio', { name: /Socios/ })).toBeTruthy()
  })

  test('is told at the top of the page where the link leads nowhere, or cannot be followed now', async () => {
    for (const [failure, told] of [
      [new Refused('not_found', 404), words.failures.linkOver],
      [new TypeError('Failed to fetch'), words.failures.connectivity],
    ] as const) {
      const refused = answer(readLead, () => {
        throw failure
      })
      await showWizard(null, { search: { lead: '41' }, answers: [refused] })
      const news = await screen.findByText(told)
      const first = screen.getByLabelText('CUPS')
      expect(news.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      cleanup()
    }
  })

  test('is said to be sent already', async () => {
    await showWizard(null, {
      search: { lead: '41' },
      answers: [answer(readLead, () => ({ ...begun, state: 'sent' as const, steps: {} }))],
    })
    expect(await screen.findByText(words.failures.linkClosed)).toBeTruthy()
  })

  test('and a link to it is mailed, after what is typed of the step was sent as well', async () => {
    const mailed = vi.fn()
    const { user, sent } = await showWizard('person', {
      draft: typedUpTo('electricity', 'person', { leads: { main: 41, gas: null } }),
      answers: [answer(mailLeadLink, ({ params, body }) => void mailed(params, body) as undefined)],
    })
    await user.click(await screen.findByText(words.later.summary))
    await press(words.later.send)
    expect(await screen.findByText(words.later.sent)).toBeTruthy()
    expect(mailed).toHaveBeenCalledWith({ leadId: '41' }, { email: 'anna@example.test', kind: 'electricity' })
    expect(sent.map(({ step }) => step)).toEqual([1, 2])
  })

  test('and what is half done of a step is kept before the link is mailed', async () => {
    const draft = typedUpTo('electricity', 'person', { leads: { main: 41, gas: null } })
    const { user, sent, kept } = await showWizard('person', {
      draft: {
        ...draft,
        person: { ...draft.person, taxId: '' },
        contract: { ...draft.contract, yearKwh: '2900' },
        payment: { iban: '', isOwner: false },
      },
      answers: [answer(mailLeadLink, () => undefined)],
    })
    await user.click(await screen.findByText(words.later.summary))
    await press(words.later.send)
    expect(await screen.findByText(words.later.sent)).toBeTruthy()
    expect(sent.map(({ step }) => step)).toEqual([1])
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
    const [{ leadId, typed } = { leadId: '', typed: {} as Typed }] = kept
    expect([leadId, Object.keys(typed)]).toEqual(['41', ['person', 'contract', 'promotion', 'yearKwh']])
    expect(typed.person).toMatchObject({ taxId: '', name: 'Anna', identityFront: [anImage.id] })
  })

  test('and nothing that was not sent is kept of whoever asks for no link', async () => {
    const { kept } = await showWizard('person', { draft: typedUpTo('electricity', 'person') })
    await screen.findByLabelText(words.fields.name)
    await press(words.next.person)
    await heading(words.headings.contract)
    expect(kept).toEqual([])
  })

  test('comes back half done as it was left, at its step', async () => {
    const typed = typedOf(
      {
        ...typedUpTo('electricity', 'person'),
        contract: { ...emptyWizard({ locale: 'es' }).contract, powers: ['9,9', '', '', '', '', ''], yearKwh: '2900' },
        person: { ...typedUpTo('electricity', 'person').person, surname1: 'Ser', hasOtherAddress: true },
      },
      emptyWizard({ locale: 'es' }),
      {
        ...{
          kind: 'electricity',
          steps: stepsOf({ kind: 'electricity', isCompany: false, isHaltedForCompanies: false }),
        },
        asked: askedBy(defaultSettings),
      },
    )
    await showWizard(null, {
      search: { lead: '41' },
      answers: [answer(readLead, () => ({ ...begun, typed }) as never)],
    })
    await heading(words.headings.person)
    expect((await screen.findByLabelText<HTMLInputElement>(words.fields.surname1)).value).toBe('Ser')
    expect(screen.getByText('dni.png')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(words.fields.hasOtherAddress).checked).toBe(true)
    await userEvent.click(screen.getByLabelText(words.fields.hasOtherAddress))
    await press(words.next.person)
    expect((await screen.findByLabelText<HTMLInputElement>(words.powers.day)).value).toBe('9,9')
    expect((await screen.findByLabelText<HTMLInputElement>(/Lo que gastas en un año/)).value).toBe('2900')
  })

  test('is kept as it is typed once it was gone on with by a link', async () => {
    const { kept } = await showWizard(null, {
      search: { lead: '41' },
      answers: [answer(readLead, () => begun as never)],
    })
    await userEvent.clear(await screen.findByLabelText(words.powers.day))
    await userEvent.type(screen.getByLabelText(words.powers.day), '7,7')
    await vi.waitFor(() => expect(kept.at(-1)?.typed.contract?.powers[0]).toBe('7,7'), { timeout: 5_000 })
  })

  describe('of both energies', () => {
    const gasStep = {
      ...{ step: 3, cups: { name: gasCups }, active_contract: false, change_owner: null, comer_origin: null },
      ...{ tarifa: 9, tarifaATR: 102, promotional_code: [], invoice: [] },
    }
    const main = { ...begun, kind: 'dual' as const, gas_lead_id: 42 }
    const gas = { ...begun, lead_id: 42, kind: 'dual' as const, steps: { 3: gasStep }, files: [] }
    const standing = (electricity: object, ofGas: object = {}) =>
      answer(readLead, ({ params }) =>
        params.leadId === '42' ? ({ ...gas, ...ofGas } as never) : ({ ...main, ...electricity } as never),
      )

    test('gas that is left out after a link was mailed is told before it is gone on, and comes back left out', async () => {
      const draft = typedUpTo('dual', 'gasContract', { leads: { main: 41, gas: 42 }, isLinked: true })
      const { kept, user } = await showWizard('gasContract', { kind: 'dual', draft })
      await user.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.gasContract)
      await heading(words.headings.payment)
      const { leadId, typed } = kept.at(-1)!
      expect([leadId, typed.gas?.isIncluded]).toEqual(['41', false])
      cleanup()
      sessionStorage.clear()
      await showWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [standing({ typed })],
      })
      await heading(words.headings.contract)
      await userEvent.click(await screen.findByRole('radio', { name: /Clara/ }))
      await press(words.next.contract)
      await heading(words.headings.gasContract)
      expect((await screen.findByLabelText<HTMLInputElement>(words.gas.without)).checked).toBe(true)
      expect(screen.queryByLabelText('CUPS')).toBeNull()
    })

    test('gas that is left out is not gone on from while the server cannot be told', async () => {
      const draft = typedUpTo('dual', 'gasContract', { leads: { main: 41, gas: 42 }, isLinked: true })
      const unreached = answer(keepTyped, () => {
        throw new TypeError('Failed to fetch')
      })
      const { user } = await showWizard('gasContract', { kind: 'dual', draft, answers: [unreached] })
      await user.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.gasContract)
      expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    })

    test('whose electricity is made leads on to the gas that is open, until it is made too', async () => {
      const { sent } = await showWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [standing({ state: 'sent', steps: {}, files: [] })],
      })
      await heading(words.headings.gasContract)
      expect(await screen.findByText(words.restOfDual)).toBeTruthy()
      expect(screen.queryByRole('button', { name: words.previous })).toBeNull()
      expect(screen.queryByRole('button', { name: words.next.gasContract })).toBeNull()
      expect((await screen.findByLabelText<HTMLInputElement>('CUPS')).value).toBe(gasCups)
      expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Gas Clar/ })).checked).toBe(true)
      await press(words.next.payment)
      await heading(words.headings.confirmation)
      expect(await screen.findByText('Gas Clar')).toBeTruthy()
      expect(screen.queryByText(words.facts.holder)).toBeNull()
      await userEvent.click(await screen.findByLabelText(/condiciones generales/))
      await userEvent.click(screen.getByLabelText(/tratamiento de mis datos/))
      await press(words.confirm)
      await heading(words.headings.finish)
      expect(sent.map(({ step, lead_id }) => [step, lead_id])).toEqual([
        [3, 42],
        [5, 42],
      ])
    })

    test('is over with the electricity for whoever wants no gas any more', async () => {
      const { sent } = await showWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [standing({ state: 'sent', steps: {}, files: [] })],
      })
      await userEvent.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.payment)
      await heading(words.headings.finish)
      expect(sent).toEqual([])
    })

    test.each([
      ['both are made', { state: 'sent', steps: {} }],
      ['the gas was left out', { state: 'left', steps: {} }],
    ])('is said to be sent already where %s', async (_, ofGas) => {
      await showWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [standing({ state: 'sent', steps: {}, files: [] }, ofGas)],
      })
      expect(await screen.findByText(words.failures.linkClosed)).toBeTruthy()
    })
  })
})
