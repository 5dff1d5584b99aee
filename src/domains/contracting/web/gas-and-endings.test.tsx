import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readGasSupply } from '#domains/supply-register/api.ts'
import { answer } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { sendElectricityStep, sendGasStep } from '../api.ts'
import texts from '../texts/es.json'
import { bringToContract } from './brought.ts'
import { anImage, aSupply, gasCups, heading, press, showWizard, summary, typedUpTo } from './contracting-testing.tsx'
import type { WizardDraft } from './wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  standInForTopLayer()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const group = (name: string) => within(screen.getByRole('group', { name }))

describe('the gas of a dual contract', () => {
  const empty = { ...typedUpTo('dual', 'gasContract').gas, cups: '', isSupplied: null, tariffId: null, productId: -1 }
  const draft = typedUpTo('dual', 'gasContract', { gas: empty })

  test('has a supply, a retailer, invoices and a product of its own', async () => {
    const { sent, user } = await showWizard('gasContract', { kind: 'dual', draft })
    await screen.findByText(words.gas.include)
    await user.type(await screen.findByLabelText('CUPS'), gasCups)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
    await user.click(group(words.gas.isSupplied).getByLabelText(words.yes))
    await user.click(await screen.findByRole('radio', { name: /Gas Clar/ }))
    await press(words.next.gasContract)
    expect(await summary()).toEqual([
      `${words.fields.retailer}: Falta este dato.`,
      `${words.fields.invoices}: ${texts.fieldErrors.invoice_required}`,
      `${words.facts.changesOwner}: Falta este dato.`,
    ])
    const retailer = await screen.findByLabelText(words.fields.retailer)
    await user.selectOptions(retailer, 'Brasa Gas')
    expect(within(retailer).queryByText('Aurora')).toBeNull()
    expect(sent).toEqual([])
  })

  test('names what is missing as its step asks for it', async () => {
    await showWizard('gasContract', { kind: 'dual', draft })
    await screen.findByText(words.gas.include)
    await press(words.next.gasContract)
    expect(await summary()).toContain('Tiene gas ahora: Falta este dato.')
  })

  test('goes to a lead beside that of the electricity', async () => {
    const whole = typedUpTo('dual', 'gasContract')
    const invoices = [{ ...anImage, name: 'factura.pdf' }]
    const gas = { ...whole.gas, isSupplied: true, changesOwner: false, retailerId: 4, invoices }
    const { sent } = await showWizard('gasContract', { kind: 'dual', draft: { ...whole, gas } })
    await screen.findByRole('radio', { name: /Gas Clar/ })
    await press(words.next.gasContract)
    await heading(words.headings.payment)
    expect(sent.map(({ step }) => step)).toEqual([1, 2, 3, 3])
    expect(sent.at(-1)).toMatchObject({
      ...{ electricityLeadId: 41, cups: { name: gasCups }, active_contract: true, comer_origin: 4 },
      ...{ change_owner: false, tarifa: 9, tarifaATR: 102, invoice: [{ id: anImage.id }] },
    })
  })

  test('is left out by whoever wants only light', async () => {
    const { sent, user } = await showWizard('gasContract', { kind: 'dual', draft })
    await user.click(await screen.findByLabelText(words.gas.without))
    expect(screen.queryByLabelText('CUPS')).toBeNull()
    await press(words.next.gasContract)
    await heading(words.headings.payment)
    expect(sent.map(({ step }) => step)).toEqual([1, 2, 3])
  })

  test('keeps the tariff of the bill that was compared where the register knows none', async () => {
    bringToContract({ energy: 'gas', cups: gasCups, tariffId: 102, productId: 9 })
    const unknown = aSupply({ cups_data_availability: { available: false }, access_tariff: null })
    await showWizard(null, { kind: 'dual', draft, answers: [answer(readGasSupply, () => unknown)] })
    await waitFor(() => expect(keptDraft().gas.cups).toBe(gasCups))
    const brought = { ...typedUpTo('dual', 'gasContract'), gas: keptDraft().gas }
    cleanup()
    await showWizard('gasContract', { kind: 'dual', draft: brought, answers: [answer(readGasSupply, () => unknown)] })
    expect(await screen.findByText(words.supply.unknown)).toBeTruthy()
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Gas Clar/ })).checked).toBe(true)
  })

  test('is not asked for a product before it has a tariff', async () => {
    await showWizard('gasContract', { kind: 'dual', draft })
    await screen.findByLabelText(words.fields.tariff)
    await press(words.next.gasContract)
    const told = (await summary()).join()
    expect(told).toContain(words.fields.tariff)
    expect(told).not.toContain(texts.fieldErrors.product_required)
  })
})

test('the supply of the electricity is not taken for that of the gas', async () => {
  const draft = typedUpTo('dual', 'gasContract')
  const gas = { ...draft.gas, cups: draft.installation.cups, supply: null }
  const looked = answer(readGasSupply, () => aSupply({ other_energy: 'electricity' }))
  const { sent } = await showWizard('gasContract', { kind: 'dual', draft: { ...draft, gas }, answers: [looked] })
  expect(await screen.findByText(texts.fieldErrors.cups_of_electricity)).toBeTruthy()
  await press(words.next.gasContract)
  expect((await summary()).join()).toContain(texts.fieldErrors.cups_of_electricity)
  expect(sent).toEqual([])
})

test('gas alone asks for its supply once, and takes a promotional code', async () => {
  const { sent } = await showWizard('gasContract', { kind: 'gas', draft: typedUpTo('gas', 'gasContract') })
  await screen.findByRole('radio', { name: /Gas Clar/ })
  expect(screen.queryByLabelText('CUPS')).toBeNull()
  expect(screen.getByLabelText(/Código promocional/)).toBeTruthy()
  await press(words.next.gasContract)
  await heading(words.headings.payment)
  expect(sent.at(-1)).toMatchObject({ step: 3, cups: { name: gasCups }, lead_id: 42, tarifa: 9, tarifaATR: 102 })
  expect(sent.at(-1)).not.toHaveProperty('electricityLeadId')
})

describe('what the retailer may ask for', () => {
  test('is who supplies now, where it is wanted', async () => {
    const { installation } = typedUpTo('electricity', 'person')
    const draft = typedUpTo('electricity', 'person', { installation: { ...installation, isSupplied: true } })
    await showWizard(null, { draft })
    await screen.findByRole('option', { name: 'Aurora' })
    await press(words.next.installation)
    expect(await summary()).toContain(`${words.fields.retailer}: Falta este dato.`)
  })

  test.each([
    ['with papers', true],
    ['without papers', false],
  ])('self-consumption %s', async (_, requireDocumentation) => {
    const selfcons = { enabled: true, requireDocumentation }
    const draft = typedUpTo('electricity', 'contract')
    const { sent, user } = await showWizard('contract', { draft, contractation: { selfcons } })
    await user.click(await screen.findByLabelText(/placas solares/))
    expect(screen.getByText(words.fields.selfConsumptionPapers)).toBeTruthy()
    await screen.findByRole('radio', { name: /Clara/ })
    await press(words.next.contract)
    if (requireDocumentation) return expect((await summary()).join()).toContain('Adjunta los documentos')
    await heading(words.headings.payment)
    expect(sent.at(-1)).toMatchObject({ step: 3, selfconsCode: '41' })
  })

  test('no self-consumption where it is not contracted online', async () => {
    const selfcons = { enabled: false, requireDocumentation: false }
    await showWizard('contract', { draft: typedUpTo('electricity', 'contract'), contractation: { selfcons } })
    await screen.findByRole('radio', { name: /Clara/ })
    expect(screen.queryByLabelText(/placas solares/)).toBeNull()
  })

  test.each([
    ['is asked for, and stays as it is chosen', true, { activate_publicity: true }],
    ['is not even named', false, {}],
  ])('publicity %s', async (_, askPublicity, told) => {
    const draft = typedUpTo('electricity', 'confirmation')
    const { sent } = await showWizard('confirmation', { draft, contractation: { askPublicity } })
    await agree()
    const box = screen.queryByLabelText<HTMLInputElement>(words.fields.acceptsPublicity)
    expect(box?.checked).toBe(askPublicity ? false : undefined)
    if (box) await userEvent.click(box)
    await press(words.confirm)
    await heading(words.headings.finish)
    const { lead_id, step, confirm, accept_gdpr, accept_ov_conditions, ...rest } = sent.at(-1)!
    expect(rest).toEqual(told)
  })

  test('somebody to call, in a line and behind a button', async () => {
    const organization = { phone_crm: '900 123 456', schedule: '9-21 h' }
    await showWizard(null, { organization })
    const links = screen.getAllByText('900 123 456')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['tel:900123456', 'tel:900123456'])
    expect(screen.getByRole('button', { name: words.help.button })).toBeTruthy()
  })

  test('nobody to call where there is no such message', async () => {
    await showWizard(null, { contractation: { helpMessage: false } })
    expect(screen.queryByRole('button', { name: words.help.button })).toBeNull()
  })
})

describe('the end', () => {
  const confirmedWith = (result: object | undefined, status: 'OK' | 'ERROR' = 'OK', signature: object | null = null) =>
    [sendElectricityStep, sendGasStep].map((call) =>
      answer(call, ({ body }) =>
        body.FormConfirm.step === 5
          ? ({ lead_id: 41, status, result, signature } as never)
          : { lead_id: 41, status: 'OK' as const },
      ),
    )
  const told = (format: 'html' | 'markdown', body: string) => ({ error: null, render: { format, body } })

  test('an error in an answer that says it is one is told, with everything still there', async () => {
    const draft = typedUpTo('electricity', 'confirmation')
    await showWizard('confirmation', { draft, answers: confirmedWith({ error: 'down', render: null }, 'ERROR') })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    expect(screen.getByRole('button', { name: words.previous })).toBeTruthy()
    expect(screen.getByText('ES91 •••• 1332')).toBeTruthy()
  })

  test('words in HTML are shown as words, and nothing in them runs', async () => {
    const body =
      '<h1>Recibido</h1><p onclick="steal()">Te <b>llamamos</b>.<img src=x onerror=steal()><script>steal()</script></p>' +
      '<a href="javascript:steal()">Aquí</a> <a href="https://example.test/x">Más</a><style>p{}</style>'
    const draft = typedUpTo('electricity', 'confirmation')
    const { container } = await showWizard('confirmation', { draft, answers: confirmedWith(told('html', body)) })
    await agree()
    await press(words.confirm)
    expect(await screen.findByRole('heading', { level: 2, name: 'Recibido' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Más' }).getAttribute('href')).toBe('https://example.test/x')
    expect(screen.queryByRole('link', { name: 'Aquí' })).toBeNull()
    expect(container.querySelector('script, style, img, [onclick], [onerror], [href^=javascript]')).toBeNull()
    expect(container.textContent).not.toContain('steal')
  })

  test.each([
    ['no words', undefined],
    ['empty ones', told('markdown', ' ')],
  ])('of %s the portal has its own', async (_, result) => {
    const draft = typedUpTo('electricity', 'confirmation')
    await showWizard('confirmation', { draft, answers: confirmedWith(result) })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.sent)).toBeTruthy()
  })

  test('of both energies says the same once, and signs both by one link', async () => {
    const signature = { id: 'x', url: '/signature/x' }
    const answers = confirmedWith(told('markdown', '## Solo falta tu firma'), 'OK', signature)
    await showWizard('confirmation', { kind: 'dual', draft: typedUpTo('dual', 'confirmation'), answers })
    await agree()
    await press(words.confirm)
    expect(await screen.findAllByRole('heading', { name: 'Solo falta tu firma' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: words.signBoth }).getAttribute('href')).toBe('/signature/x')
    expect(screen.queryByRole('link', { name: words.signOf.gas })).toBeNull()
  })

  test('where the gas fails after the light, only the gas is tried again', async () => {
    let failures = 1
    const steps: string[] = []
    const draft = typedUpTo('dual', 'confirmation')
    const answers = [
      answer(sendElectricityStep, ({ body }) => {
        steps.push(`electricity ${body.FormConfirm.step}`)
        return { lead_id: 41, status: 'OK' as const, result: told('markdown', '## La luz ya está') }
      }),
      answer(sendGasStep, ({ body }) => {
        steps.push(`gas ${body.FormConfirm.step}`)
        if (body.FormConfirm.step === 5 && failures-- > 0) throw new TypeError('Failed to fetch')
        return { lead_id: 42, status: 'OK' as const, result: told('markdown', '## El gas también') }
      }),
    ]
    await showWizard('confirmation', { kind: 'dual', draft, answers })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    await press(words.confirm)
    expect(await screen.findByRole('heading', { name: 'La luz ya está' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'El gas también' })).toBeTruthy()
    expect(steps.filter((step) => step.endsWith('5'))).toEqual(['electricity 5', 'gas 5', 'gas 5'])
  })
})

function keptDraft(): WizardDraft {
  return JSON.parse(sessionStorage.getItem('draft:contracting-dual:')!)
}

/** Ticks what a visitor has to agree to. */
async function agree() {
  await userEvent.click(await screen.findByLabelText(/condiciones generales/))
  await userEvent.click(screen.getByLabelText(/tratamiento de mis datos/))
}
