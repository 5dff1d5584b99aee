import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listPrices } from '#domains/offers/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mailLeadLink, readLead, saveLeadDraft } from '../api.ts'
import { readFormConfig } from '../form-config.ts'
import type { SavedDraft } from '../saved-draft.ts'
import texts from '../texts/es.json'
import { wizardStepsOf } from '../wizard.ts'
import { anImage, aProduct, cups, draftUpTo, gasCups, heading, press, renderWizard } from './contracting-testing.tsx'
import { toSavedDraft } from './draft/saved-draft-conversion.ts'
import { emptyWizardDraft } from './draft/wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts

describe('a contract begun elsewhere', () => {
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

  test('continues where it was left, with what was typed and sent', async () => {
    await renderWizard(null, { search: { lead: '41' }, answers: [mockCall(readLead, () => begun as never)] })
    await heading(words.headings.contract)
    await press(words.previous)
    expect((await screen.findByLabelText<HTMLInputElement>(words.fields.name)).value).toBe('Anna')
    expect(screen.getByText('dni.png')).toBeTruthy()
  })

  test('keeps its product, its activity and the register’s data', async () => {
    const steps = {
      ...begun.steps,
      1: { ...begun.steps[1], residence_type: 'business', cnae: 12 },
      3: {
        ...{ step: 3, cups: { name: cups }, power: 3.45, power2: 3.45, power3: 0, power4: 0, power5: 0, power6: 0 },
        ...{ tarifa: 1, tarifaATR: 18, selfconsCode: '00' },
      },
    }
    const prices = vi.fn()
    await renderWizard(null, {
      search: { lead: '41' },
      answers: [
        mockCall(readLead, () => ({ ...begun, steps }) as never),
        mockCall(listPrices, ({ query }) => {
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

  test('is completed with the register’s data where nothing was typed', async () => {
    await renderWizard(null, { search: { lead: '41' }, answers: [mockCall(readLead, () => begun as never)] })
    expect((await screen.findByLabelText<HTMLInputElement>(words.powers.day)).value).toBe('4,6')
    expect(await screen.findByRole('radio', { name: /Socios/ })).toBeTruthy()
  })

  test('is reported at the top of the page where its link is invalid, or cannot be followed now', async () => {
    for (const [failure, expected] of [
      [new Refused('not_found', 404), words.failures.linkOver],
      [new TypeError('Failed to fetch'), words.failures.connectivity],
    ] as const) {
      const refused = mockCall(readLead, () => {
        throw failure
      })
      await renderWizard(null, { search: { lead: '41' }, answers: [refused] })
      const news = await screen.findByText(expected)
      const first = screen.getByLabelText('CUPS')
      expect(news.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      cleanup()
    }
  })

  test('is reported as already sent', async () => {
    await renderWizard(null, {
      search: { lead: '41' },
      answers: [mockCall(readLead, () => ({ ...begun, state: 'sent' as const, steps: {} }))],
    })
    expect(await screen.findByText(words.failures.linkClosed)).toBeTruthy()
  })

  test('sends the input of the step before a link to it is mailed', async () => {
    const mailed = vi.fn()
    const { user, sent } = await renderWizard('person', {
      draft: draftUpTo('electricity', 'person', { leads: { main: 41, gas: null } }),
      answers: [mockCall(mailLeadLink, ({ params, body }) => void mailed(params, body) as undefined)],
    })
    await user.click(await screen.findByText(words.later.summary))
    await press(words.later.send)
    expect(await screen.findByText(words.later.sent)).toBeTruthy()
    expect(mailed).toHaveBeenCalledWith({ leadId: '41' }, { email: 'anna@example.test', kind: 'electricity' })
    expect(sent.map(({ step }) => step)).toEqual([1, 2])
  })

  test('stores an incomplete step before the link is mailed', async () => {
    const draft = draftUpTo('electricity', 'person', { leads: { main: 41, gas: null } })
    const { user, sent, kept } = await renderWizard('person', {
      draft: {
        ...draft,
        person: { ...draft.person, taxId: '' },
        contract: { ...draft.contract, yearKwh: '2900' },
        payment: { iban: '', isOwner: false },
      },
      answers: [mockCall(mailLeadLink, () => undefined)],
    })
    await user.click(await screen.findByText(words.later.summary))
    await press(words.later.send)
    expect(await screen.findByText(words.later.sent)).toBeTruthy()
    expect(sent.map(({ step }) => step)).toEqual([1])
    expect(screen.queryByRole('alert', { name: /Revisa/ })).toBeNull()
    const [{ leadId, typed } = { leadId: '', typed: {} as SavedDraft }] = kept
    expect([leadId, Object.keys(typed)]).toEqual(['41', ['person', 'contract', 'promotion', 'yearKwh']])
    expect(typed.person).toMatchObject({ taxId: '', name: 'Anna', identityFront: [anImage.id] })
  })

  test('stores nothing unsent for a visitor who requests no link', async () => {
    const { kept } = await renderWizard('person', { draft: draftUpTo('electricity', 'person') })
    await screen.findByLabelText(words.fields.name)
    await press(words.next.person)
    await heading(words.headings.contract)
    expect(kept).toEqual([])
  })

  test('returns to its incomplete step as it was left', async () => {
    const typed = toSavedDraft(
      {
        ...draftUpTo('electricity', 'person'),
        contract: {
          ...emptyWizardDraft({ locale: 'es' }).contract,
          powers: ['9,9', '', '', '', '', ''],
          yearKwh: '2900',
        },
        person: { ...draftUpTo('electricity', 'person').person, surname1: 'Ser', hasOtherAddress: true },
      },
      emptyWizardDraft({ locale: 'es' }),
      {
        ...{
          kind: 'electricity',
          steps: wizardStepsOf({ kind: 'electricity', isCompany: false, isHaltedForCompanies: false }),
        },
        config: readFormConfig(defaultSettings),
      },
    )
    await renderWizard(null, {
      search: { lead: '41' },
      answers: [mockCall(readLead, () => ({ ...begun, typed }) as never)],
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

  test('is stored during input once it was continued by a link', async () => {
    const { kept } = await renderWizard(null, {
      search: { lead: '41' },
      answers: [mockCall(readLead, () => begun as never)],
    })
    await userEvent.clear(await screen.findByLabelText(words.powers.day))
    await userEvent.type(screen.getByLabelText(words.powers.day), '7,7')
    await vi.waitFor(() => expect(kept.at(-1)?.typed.contract?.powers[0]).toBe('7,7'), { timeout: 30_000 })
  })

  describe('of both energies', () => {
    const gasStep = {
      ...{ step: 3, cups: { name: gasCups }, active_contract: false, change_owner: null, comer_origin: null },
      ...{ tarifa: 9, tarifaATR: 102, promotional_code: [], invoice: [] },
    }
    const main = { ...begun, kind: 'dual' as const, gas_lead_id: 42 }
    const gas = { ...begun, lead_id: 42, kind: 'dual' as const, steps: { 3: gasStep }, files: [] }
    const mockLeads = (electricity: object, ofGas: object = {}) =>
      mockCall(readLead, ({ params }) =>
        params.leadId === '42' ? ({ ...gas, ...ofGas } as never) : ({ ...main, ...electricity } as never),
      )

    test('stores left-out gas after a link was mailed before continuing, and returns with it left out', async () => {
      const draft = draftUpTo('dual', 'gasContract', { leads: { main: 41, gas: 42 }, isLinked: true })
      const { kept, user } = await renderWizard('gasContract', { kind: 'dual', draft })
      await user.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.gasContract)
      await heading(words.headings.payment)
      const { leadId, typed } = kept.at(-1)!
      expect([leadId, typed.gas?.isIncluded]).toEqual(['41', false])
      cleanup()
      sessionStorage.clear()
      await renderWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [mockLeads({ typed })],
      })
      await heading(words.headings.contract)
      await userEvent.click(await screen.findByRole('radio', { name: /Clara/ }))
      await press(words.next.contract)
      await heading(words.headings.gasContract)
      expect((await screen.findByLabelText<HTMLInputElement>(words.gas.without)).checked).toBe(true)
      expect(screen.queryByLabelText('CUPS')).toBeNull()
    })

    test('does not continue without the gas while the server cannot store that', async () => {
      const draft = draftUpTo('dual', 'gasContract', { leads: { main: 41, gas: 42 }, isLinked: true })
      const unreached = mockCall(saveLeadDraft, () => {
        throw new TypeError('Failed to fetch')
      })
      const { user } = await renderWizard('gasContract', { kind: 'dual', draft, answers: [unreached] })
      await user.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.gasContract)
      expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    })

    test('leads to the open gas once its electricity contract exists, until the gas contract exists too', async () => {
      const { sent } = await renderWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [mockLeads({ state: 'sent', steps: {}, files: [] })],
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

    test('ends with the electricity when the gas is no longer wanted', async () => {
      const { sent } = await renderWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [mockLeads({ state: 'sent', steps: {}, files: [] })],
      })
      await userEvent.click(await screen.findByLabelText(words.gas.without))
      await press(words.next.payment)
      await heading(words.headings.finish)
      expect(sent).toEqual([])
    })

    test.each([
      ['both contracts were created', { state: 'sent', steps: {} }],
      ['the gas was left out', { state: 'left', steps: {} }],
    ])('is reported as already sent where %s', async (_, ofGas) => {
      await renderWizard(null, {
        kind: 'dual',
        search: { lead: '41' },
        answers: [mockLeads({ state: 'sent', steps: {}, files: [] }, ofGas)],
      })
      expect(await screen.findByText(words.failures.linkClosed)).toBeTruthy()
    })
  })
})
