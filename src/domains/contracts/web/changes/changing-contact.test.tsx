import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAddresses } from '#domains/correspondence/api.ts'
import { listStreetTypes } from '#domains/geo/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import type { Contract } from '../../api.ts'
import { ContractScreen } from '../contract-screen.tsx'
import { home, renderContracts } from '../contract-testing.tsx'

beforeEach(mockTopLayer)

async function show(
  contract: Contract,
  { search = '', settings, readonly }: { search?: string; settings?: Partial<Settings>; readonly?: boolean } = {},
) {
  const shown = await renderContracts(`/contracts/electricity/${contract.name}${search}`, <ContractScreen />, {
    path: '/contracts/electricity/$contractName',
    contracts: [contract],
    settings,
    readonly,
    answers: [
      mockCall(listAddresses, () => ({ items: [] })),
      mockCall(listStreetTypes, () => ({ items: [{ id: 'CL', name: 'Calle' }] })),
    ],
  })
  await screen.findByRole('heading', { level: 1 })
  return shown
}

const buttonNames = [
  'Cambiar dirección',
  'Cambiar correo',
  'Añadir teléfono',
  'Cambiar cómo llegan',
  'Cambiar referencia',
]
const buttonOf = (name: string) => screen.queryByRole('button', { name, hidden: true })

describe('the contact details of a contract', () => {
  test('are changed on the page, and added where missing', async () => {
    await show(home)
    for (const name of buttonNames) expect(buttonOf(name)?.title, name).toBe('')
  })

  test.each<[contract: Contract, readonly: boolean, reason: string]>([
    [{ ...home, state: 'baixa' }, false, 'Este contrato no está activo y no se puede cambiar.'],
    [home, true, 'Estás viendo la cuenta de otra persona: no puedes cambiar nada.'],
  ])('cannot be changed where the buttons explain why', async (contract, readonly, reason) => {
    await show(contract, { readonly, search: '?action=notifAddrChange' })
    for (const name of buttonNames) expect(buttonOf(name)?.title, name).toBe(reason)
    await userEvent.click(buttonOf('Cambiar dirección')!)
    expect(screen.queryByRole('dialog', { name: '¿A qué dirección te escribimos?' })).toBeNull()
  })

  test('cannot be changed where the retailer does not offer it', async () => {
    await show(home, {
      settings: {
        features: { ...defaultSettings.features, notificacionAddressChange: false, modifyInvoiceOnline: false },
        refCatastral: { enabled: true, modify: false },
      },
    })
    expect(buttonNames.filter(buttonOf)).toEqual([])
  })

  test('are changed in a dialog that the page’s address can open once', async () => {
    const { router } = await show(home, { search: '?action=notifAddrChange' })
    expect(await screen.findByRole('dialog', { name: '¿A qué dirección te escribimos?' })).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('by e-mail or phone are edited in place', async () => {
    await show(home)
    await userEvent.click(buttonOf('Añadir teléfono')!)
    expect(await screen.findByRole('textbox', { name: 'Teléfono', hidden: true })).toBeTruthy()
  })
})
