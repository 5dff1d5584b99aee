import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  changeAccount,
  changeAccountOfGas,
  changePower,
  choosePaymentMeans,
  type PowerTerms,
  requestNoSipsCession,
  withdrawChange,
} from '../api.ts'
import { pendingPowerChange, renderChanges } from './changes-testing.tsx'

beforeEach(mockTopLayer)
// Preloads the lazy chunks, so that the tests do not depend on machine load.
beforeAll(() => Promise.all([import('./power-dialog.tsx'), import('./iban-dialog.tsx'), import('./sips-dialog.tsx')]))

const waiting = { waiting_for_signature: true, signature: { id: 'abc', url: '/signature/abc' } }
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function type(name: RegExp, text: string) {
  await userEvent.clear(field(name))
  if (text) await userEvent.type(field(name), text)
}

describe('the offered changes', () => {
  test('each have an explanation', async () => {
    await renderChanges()
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Cambiar la potencia', 'Cambiar cómo pago', 'No ceder mis datos de consumo'])
  })

  test('each have a name and a current value', async () => {
    await renderChanges()
    const rows = screen.getAllByRole('listitem').map((row) => row.querySelector('p')!.textContent)
    expect(rows).toEqual([
      'Potencia contratada: Punta 4,6\u00a0kW · Valle 3,45\u00a0kW',
      'Cómo pagas: ES94 •••• 3157',
      'Datos de consumo en el SIPS: Otras comercializadoras pueden verlos',
    ])
  })

  test.each([
    ['one power for all periods', { powerWatts: [4_600, 4_600] }, 'Potencia contratada: 4,6\u00a0kW'],
    ['no account', { account: null }, 'Cómo pagas: Sin domiciliar'],
    ['data that are not released', { sipsCession: 'active' }, 'Datos de consumo en el SIPS: No se ceden'],
  ] as const)('show %s as the current value', async (_, contract, words) => {
    await renderChanges({ contract })
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('p')!.textContent)).toContain(words)
  })

  test('form one row of buttons where the retailer configures it', async () => {
    const { features } = defaultSettings
    await renderChanges({ settings: { features: { ...features, horizontalButtons: true } } })
    expect(screen.getAllByRole('button')).toHaveLength(3)
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('exclude the power of gas', async () => {
    await renderChanges({ contract: { energy: 'gas', powerWatts: [] } })
    expect(screen.queryByRole('button', { name: 'Cambiar la potencia' })).toBeNull()
  })

  test('follow the retailer’s settings', async () => {
    const { features, ibanChange } = defaultSettings
    await renderChanges({
      settings: {
        features: { ...features, powerChange: false, noCesionSips: false },
        ibanChange: { ...ibanChange, enabled: false },
      },
    })
    expect(screen.queryByRole('region', { name: 'Cambios' })).toBeNull()
  })

  test.each([
    [
      'the distributor does not allow to change',
      { isAtrAvailable: false },
      'Cambiar la potencia',
      /la distribuidora no admite cambios/,
    ],
    ['has a power change to sign', { awaitingSignature: ['power'] }, 'Cambiar la potencia', /Ya has pedido un cambio/],
    ['is already private', { sipsCession: 'active' }, 'No ceder mis datos de consumo', /Ya está en vigor/],
  ] as const)('explain why nothing can be changed of a contract that %s', async (_, contract, name, reason) => {
    await renderChanges({ contract })
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0)
  })

  test('are disabled for an ended contract, explained once by the page and not in every row', async () => {
    await renderChanges({ contract: { isActive: false } })
    const buttons = screen.getAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true'])
    for (const { title } of buttons) expect(title).toBe('Este contrato no está activo y no se puede cambiar.')
    expect(screen.queryByText('Este contrato no está activo y no se puede cambiar.')).toBeNull()
  })

  test('are disabled for a read-only user', async () => {
    await renderChanges({ isReadonly: true, requests: [pendingPowerChange] })
    for (const button of screen.getAllByRole('button')) expect(button.title).toBe('Solo puedes mirar.')
    expect(screen.queryByText('Solo puedes mirar.')).toBeNull()
  })

  test.each([
    ['powChange', 'Cambiar la potencia'],
    ['ibanChange', 'Cambiar cómo pago'],
    ['noCesionSips', 'No ceder mis datos de consumo'],
  ])('open for the address action %s, which is then removed from the address', async (action, title) => {
    const { router } = await renderChanges({ search: `?action=${action}` })
    await screen.findByRole('heading', { level: 2, name: title })
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('open with the powers suggested in the address, which are then removed from it', async () => {
    const { router } = await renderChanges({ search: '?action=powChange&p1=3.4&p2=2&p3=x' })
    await screen.findByRole('dialog', { name: 'Cambiar la potencia' })
    expect([field(/punta/i).value, field(/valle/i).value]).toEqual(['3,4', '2'])
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })

  test('explain an address action that is not possible', async () => {
    await renderChanges({ search: '?action=powChange', contract: { isActive: false } })
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Este contrato no está activo y no se puede cambiar.')).toBeTruthy()
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[1]!)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a power change', () => {
  const change = vi.fn()
  async function open(
    reply: () => ReplyIn<typeof changePower> = () => waiting,
    powerTerms: Partial<PowerTerms> = {},
    settings: Partial<Settings> = {},
  ) {
    change.mockReset()
    await renderChanges({
      powerTerms,
      settings,
      answers: [
        mockCall(changePower, (sent) => {
          change(sent)
          return reply()
        }),
      ],
    })
    await press('Cambiar la potencia')
    await screen.findByRole('heading', { name: 'Cambiar la potencia' })
  }

  test('is filled in, reviewed with its cost and requested exactly', async () => {
    await open()
    expect(field(/Punta/).value).toBe('4,6')
    expect(field(/Teléfono/).value).toBe('+34 612 345 678')
    await type(/Punta/, '5,501')
    await screen.findByText('Acceso, 0,901 kW × 19,70 €')
    expect(screen.getByText('Impuesto eléctrico, 3,8 %')).toBeTruthy()
    expect(screen.getByText('IVA, 21 %')).toBeTruthy()
    await press('Revisar el cambio')
    await screen.findByRole('heading', { name: 'Revisa antes de pedirlo' })
    expect(screen.getByText('Potencia punta').nextElementSibling?.textContent).toBe('5,501\u00a0kW (ahora 4,6\u00a0kW)')
    expect(change).not.toHaveBeenCalled()
    await press('Pedir el cambio de potencia')
    const sign = await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(sign.getAttribute('href')).toBe('/signature/abc')
    expect(change).toHaveBeenCalledWith({
      params: { contractName: '0048213' },
      body: {
        ...{ power_p1: 5501, power_p2: 3450, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
        ...{ phone: '+34612345678', phone_num: '612345678', phone_pre: '+34' },
      },
    })
  })

  test('shows the monthly cost difference and how it is derived', async () => {
    await open()
    await type(/Punta/, '3,45')
    const month = await screen.findByRole('heading', { name: 'Pagarás 3,61\u00a0€ menos al mes' })
    const readOut = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(readOut().filter(Boolean)).toEqual([month.textContent])
    expect(month.nextElementSibling?.textContent).toBe(
      'Es la diferencia entre un año de la potencia que tienes (199,32\u00a0€) y uno de la que pides (155,99\u00a0€), entre doce meses. Con impuestos.',
    )
    await type(/Punta/, '5,5')
    expect(await screen.findByRole('heading', { name: /^Pagarás .* más al mes$/ })).toBeTruthy()
    await type(/Punta/, '16')
    await waitFor(() => expect(screen.queryByRole('heading', { name: /al mes$/ })).toBeNull())
    await waitFor(() => expect(readOut().filter(Boolean)).toEqual([]))
  })

  test('shows the highest power of the last year beside each power, and a link to the calculator', async () => {
    await open()
    expect(
      await screen.findByText(
        /Ahora tienes 4,6 kW. Tu máximo de los últimos 12 meses fue 4,1 kW de media en una hora, el 09\/01\/2026/,
      ),
    ).toBeTruthy()
    expect(
      screen.getByText(
        /Ahora tienes 3,45 kW. Tu máximo de los últimos 12 meses fue 2,3 kW de media en un cuarto de hora/,
      ),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Calcula la potencia que necesitas' }).getAttribute('href')).toBe('/power')
    await type(/Punta/, '16')
    expect(screen.queryByText(/Tu máximo/)).toBeNull()
  })

  test('says that another change within a year may be rejected, and asks for a confirmation', async () => {
    await open(undefined, { early_until: '2027-03-10', verification_right: 8.01, highest_allowed_power: 5.75 })
    await type(/Punta/, '5,5')
    expect(await screen.findByText(/Hasta el 10\/03\/2027 la distribuidora puede rechazar otro cambio/)).toBeTruthy()
    expect(screen.getByText('Verificación de la instalación').nextElementSibling?.textContent).toBe('8,01\u00a0€')
    expect(screen.getByText(/tiene derecho hasta 5,75/)).toBeTruthy()
    await press('Revisar el cambio')
    await screen.findByRole('alert', { name: 'Revisa un dato' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Lo sé y quiero pedirlo igualmente' }))
    await press('Revisar el cambio')
    await press('Pedir el cambio de potencia')
    await waitFor(() => expect(change).toHaveBeenCalled())
    expect(change.mock.calls[0]![0].body).toMatchObject({ power_p1: 5500, accepts_early_change: true })
  })

  test('is refused for a power above the extension right', async () => {
    await open(undefined, { highest_allowed_power: 5.75 })
    await screen.findByText(/tiene derecho hasta 5,75/)
    await type(/Punta/, '5,8')
    await press('Revisar el cambio')
    expect(await screen.findAllByText(/Es más de lo que este suministro tiene derecho a contratar/)).not.toEqual([])
  })

  test('is not requested within a year where the retailer takes no such request', async () => {
    const settings = { requests: { ...defaultSettings.requests, earlyPowerChange: 'refuse' as const } }
    await open(undefined, { early_until: '2027-03-10' }, settings)
    expect(await screen.findAllByText(/Podrás pedir otro cambio desde el 11\/03\/2027/)).not.toEqual([])
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    expect(screen.queryByRole('heading', { name: 'Revisa antes de pedirlo' })).toBeNull()
  })

  test('shows problems by field and keeps the input', async () => {
    await open()
    await type(/Punta/, '')
    await type(/Teléfono/, '1004')
    await press('Revisar el cambio')
    const summary = await screen.findByRole('alert', { name: 'Revisa 2 datos' })
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pon esta potencia.', 'Pon un teléfono de 9 cifras, como 612\u00a0345\u00a0678.'])
    expect(field(/Teléfono/).value).toBe('1004')
    expect(field(/Punta/).getAttribute('aria-invalid')).toBe('true')
  })

  test('is refused before the request for the same power', async () => {
    await open()
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Es la que ya tienes. Pon otra.')).toHaveLength(4)
  })

  test('requires six powers above 15 kW', async () => {
    await open()
    await type(/Punta/, '16')
    expect(screen.getAllByRole('textbox').filter(({ id }) => id.startsWith('change-power'))).toHaveLength(6)
    const prices = (await screen.findByText('Tu tarifa pasa a 3.0TD')).parentElement!
    expect(prices.textContent).toContain('6 periodos')
    expect(within(prices).getByText('P6').nextElementSibling?.textContent).toBe('3\u00a0€/kW y año · 0,11\u00a0€/kWh')
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Pon esta potencia.')).toHaveLength(4)
    expect(screen.getByRole('link', { name: 'P3 · Pon esta potencia.' })).toBeTruthy()
    for (const period of [/P2/, /P3/, /P4/, /P5/, /P6/]) await type(period, '16')
    await press('Revisar el cambio')
    await screen.findByText('Potencia P1')
    expect(screen.getByText('Potencia P6').nextElementSibling?.textContent).toBe('16\u00a0kW ')
  })

  test.each([
    [
      'with status 400',
      () => {
        throw new Refused('invalid', 400, { fields: { power_p1: ['Es la que ya tienes. Pon otra.'] } })
      },
    ],
    ['with status 200', () => ({ errors: { power_p1: ['Es la que ya tienes. Pon otra.'] } })],
  ])('returns to the field that a server rejects %s', async (_, reply) => {
    await open(reply)
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    await screen.findByRole('alert', { name: 'Revisa un dato' })
    expect(field(/Punta/).value).toBe('5,5')
  })

  test('returns to the input with the current value after a change on another device', async () => {
    await open(() => {
      throw new Refused('changed_meanwhile', 409, { extra: { current: { version: 'b', power: [5, 5] } } })
    })
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Ahora es: 5.kW · 5.kW/)
    expect(field(/Punta/).value).toBe('5,5')
  })

  test.each([
    ['requires no signature', {}, 'Cambio pedido', /no tienes que firmar nada/],
    ['has the change signed elsewhere', { waiting_for_signature: true }, 'Falta tu firma', /Te llegará el documento/],
  ])('is explained when the server %s', async (_, reply, title, words) => {
    await open(() => reply)
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await press('Pedir el cambio de potencia')
    await screen.findByRole('heading', { name: title })
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Firmar ahora' })).toBeNull()
  })

  test.each([
    ['power_change_open', 406, 'Ya hay un cambio de potencia pedido. Cuando acabe, podrás pedir otro.', false],
    ['unexpected', 500, /Algo ha fallado por nuestra parte/, true],
  ])('explains the failure %s', async (code, status, words, mayRetry) => {
    await open(() => {
      throw new Refused(code, status)
    })
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    await screen.findByText(words)
    expect(screen.queryByRole('button', { name: 'Volver a intentarlo' }) !== null).toBe(mayRetry)
  })
})

describe('an account change', () => {
  const change = vi.fn()
  const answers = [changeAccount, changeAccountOfGas].map((call) =>
    mockCall(call as typeof changeAccount, ({ body }) => {
      change(call.versions[0], body)
      return waiting
    }),
  )
  beforeEach(() => change.mockReset())

  async function open(stage: Parameters<typeof renderChanges>[0] = {}) {
    await renderChanges({ answers, ...stage })
    await press('Cambiar cómo pago')
    await screen.findByRole('heading', { name: 'Cambiar cómo pago' })
  }

  test('preselects the only other known account', async () => {
    await open()
    await screen.findByText('ES36 •••• 4659')
    expect(screen.queryByRole('combobox', { name: 'Cuenta' })).toBeNull()
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de cuenta' }))
    await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(change).toHaveBeenCalledWith(1, { already_registered: 'yes', bank_id: 2 })
  })

  test('changes to another means without a signature, and refuses the present one', async () => {
    const chosen = vi.fn()
    await open({
      contract: { paymentMeans: 'card', account: null },
      answers: [
        ...answers,
        mockCall(choosePaymentMeans, ({ body }) => {
          chosen(body)
          return { payment_means: 'transfer' as const }
        }),
      ],
    })
    await press('Revisar el cambio')
    await screen.findByText('Ya pagas así. Elige otro medio de pago.', { selector: 'a' })
    await userEvent.click(screen.getByRole('radio', { name: 'Transferencia' }))
    expect(screen.queryByRole('textbox', { name: /IBAN/ })).toBeNull()
    await press('Revisar el cambio')
    await press('Cambiar el medio de pago')
    await screen.findByText(/no tienes que firmar nada/)
    expect(chosen).toHaveBeenCalledWith({ payment_means: 'transfer' })
  })

  test('accepts a new account of a confirmed owner, for gas by the second version of the call', async () => {
    await open({ contract: { energy: 'gas', powerWatts: [] } })
    await userEvent.click(screen.getByRole('radio', { name: 'Otra nueva' }))
    await type(/IBAN/, 'ES36 2080 5295 1248 4241 4658')
    await press('Revisar el cambio')
    const summary = await screen.findByRole('alert', { name: 'Revisa 2 datos' })
    expect(summary.textContent).toContain('Revisa el IBAN')
    await type(/IBAN/, 'es36 2080 5295 1248 4241 4659')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de cuenta' }))
    await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(change).toHaveBeenCalledWith(2, {
      ...{ already_registered: 'no', iban: 'ES3620805295124842414659', owner_is_bank_owner: true },
    })
  })

  test('requires a supporting document where the retailer asks for one', async () => {
    await open({ settings: { ibanChange: { ...defaultSettings.ibanChange, attachmentOnIbanChange: true } } })
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Añade un justificante de la cuenta.')).toHaveLength(2)
  })
})

test('requests the closed register with texts that explain its effect', async () => {
  const ask = vi.fn(() => waiting)
  await renderChanges({ answers: [mockCall(requestNoSipsCession, ask)] })
  await press('No ceder mis datos de consumo')
  await screen.findByText(/nadie podrá consultar los datos de este suministro/)
  await press('Revisar el cambio')
  await userEvent.click(await screen.findByRole('button', { name: 'Pedir que no se cedan' }))
  await screen.findByRole('link', { name: 'Firmar ahora' })
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ body: { noCessionSelection: 'actual' } }))
})

describe('requested changes', () => {
  test('show their state and lead to the signature', async () => {
    await renderChanges({
      requests: [
        pendingPowerChange,
        {
          ...pendingPowerChange,
          id: 6,
          kind: 'iban',
          state: 'done',
          printable_iban: 'ES36 •••• 4659',
          power: undefined,
          signature: null,
        },
        { ...pendingPowerChange, id: 5, state: 'refused', reason: 'distributor', signature: null },
      ],
    })
    const rows = await within(await screen.findByRole('list', { name: 'Lo que has pedido' })).findAllByRole('listitem')
    expect(rows[0]!.textContent).toContain('Cambio de potencia 5,5\u00a0kWPedido el 09/03/2026Falta tu firma')
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/signature/abc')
    expect(rows[1]!.textContent).toContain('Cambio de cuenta ES36 •••• 4659')
    expect(rows[2]!.textContent).toContain('Rechazado por la distribuidora')
    expect(screen.getByRole('button', { name: 'Cambiar la potencia' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('say who is waited for while the clock of a power change stands still', async () => {
    const waiting = { ...pendingPowerChange, state: 'sent' as const, signature: null }
    await renderChanges({ requests: [{ ...waiting, waits_for: 'distributor' }] })
    expect(await screen.findByText(/El plazo está parado porque falta algo de la distribuidora/)).toBeDefined()
  })

  test('stay visible while open, however many came after them', async () => {
    const newer = Array.from({ length: 6 }, (_, place) => ({
      ...pendingPowerChange,
      id: 20 - place,
      kind: 'ref_catastral',
      power: undefined,
      state: 'done' as const,
      value: '9900026CG9999S0001LM',
      signature: null,
    }))
    await renderChanges({ requests: [...newer, pendingPowerChange] })
    const rows = await within(await screen.findByRole('list', { name: 'Lo que has pedido' })).findAllByRole('listitem')
    expect(rows).toHaveLength(6)
    expect(rows[0]!.textContent).toContain('Referencia catastral 9900026CG9999S0001LM')
    expect(within(rows[5]!).getByRole('button', { name: 'Retirar el cambio de potencia' })).toBeTruthy()
  })

  test('are withdrawn before they are signed', async () => {
    const withdraw = vi.fn(() => undefined)
    await renderChanges({ requests: [pendingPowerChange], answers: [mockCall(withdrawChange, withdraw)] })
    await userEvent.click(await screen.findByRole('button', { name: 'Retirar el cambio de potencia' }))
    await waitFor(() => expect(withdraw).toHaveBeenCalledWith({ params: { contractName: '0048213', changeId: '7' } }))
  })
})
