import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { plots } from '#kit/web/chart/chart-testing.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type Ledger, readLedger } from '../api.ts'
import batteries from '../texts/es.json'
import { BatteryScreen } from './battery-screen.tsx'

const months = Array.from({ length: 12 }, (_, index) => {
  const month = `${index < 9 ? 2026 : 2027}-${String(((index + 3) % 12) + 1).padStart(2, '0')}-01`
  return index < 2
    ? { month, surplus: null, discount: null, balance: 23.4 }
    : { month, surplus: 10, discount: -4.5, balance: 23.4 + 5.5 * (index - 1) }
})

const wallet: Ledger = {
  id: 3,
  name: 'Tejado',
  balance: 23.4,
  links: [
    {
      contract: { name: '0051366', address: 'Carrer Major, 9 - Banyoles' },
      pes_percentatge: 25,
      data_inici: '2025-06-01',
      data_final: null,
      gestio_descomptes: 'aplicar',
      es_origen: false,
    },
    {
      contract: { name: '0049077', address: 'Passeig Nou, 12 - Banyoles' },
      pes_percentatge: 60,
      data_inici: '2024-06-01',
      data_final: '2025-12-31',
      gestio_descomptes: 'aplicar',
      es_origen: true,
    },
  ],
  entries: [
    {
      id: 3,
      date: '2026-03-06',
      reason: 'discount',
      amount: -4.1,
      balance: 23.4,
      contract: '0051366',
      invoice: { id: 81, number: 'FE26/81', date: '2026-03-06' },
      other_battery: null,
    },
    {
      id: 2,
      date: '2026-02-10',
      reason: 'moved_in',
      amount: 7.5,
      balance: 27.5,
      contract: '0051366',
      invoice: null,
      other_battery: { id: 4, name: 'Caseta' },
    },
    {
      id: 1,
      date: '2026-02-06',
      reason: 'surplus',
      amount: 20,
      balance: 20,
      contract: '0049077',
      invoice: { id: 71, number: 'FE26/71', date: '2026-02-06' },
      other_battery: null,
    },
  ],
  projection: { assumption: '', months, missing_months: ['2026-04-01', '2026-05-01'] },
}

async function show(change: Partial<Ledger> = {}) {
  await renderAt('/batteries/3', <BatteryScreen />, {
    path: '/batteries/$batteryId',
    boot: { settings: defaultSettings },
    messages: { batteries },
    callMocks: [mockCall(readLedger, () => ({ ...wallet, ...change }))],
  })
  await screen.findByRole('heading', { level: 1, name: 'Tejado' })
  await vi.waitFor(() => expect(document.title).toMatch(/^Tejado/))
}

test('shows expiring credit with its day next to the balance', async () => {
  await show({ next_expiry: { date: '2027-01-06', amount: 6.5 } })
  screen.getByText(/^6,50\s€ caducan el 06\/01\/2027 si no se usan antes\.$/)
})

const ledger = () => within(screen.getByRole('table', { name: /^Movimientos del monedero/ }))

describe('the page of a battery', () => {
  test('starts with the balance and the contracts whose invoices it pays', async () => {
    await show()
    const balanceCard = within(screen.getByRole('region', { name: 'Saldo de hoy' }))
    expect(balanceCard.getByText(/23,40/)).toBeTruthy()
    expect(balanceCard.getByText('Se descuenta automáticamente de las facturas de un contrato.')).toBeTruthy()
  })

  test('lists the contracts with a share, and links to where each is changed', async () => {
    await show()
    const shares = within(screen.getByRole('table', { name: /^Contratos con una parte/ }))
    expect(shares.getByRole('row', { name: /^Carrer Major/ }).textContent).toMatch(/25.%Desde el 01\/06\/2025.*Activo$/)
    expect(shares.getByRole('row', { name: /^Passeig Nou/ }).textContent).toMatch(/Lo llena este contratoTerminado$/)
    expect(shares.getByRole('link', { name: /^Carrer Major/ }).getAttribute('href')).toBe(
      '/contracts/electricity/0051366#wallet',
    )
  })

  test('lists each entry with a link to its invoice and the balance after it', async () => {
    await show()
    const [discount, moved, surplus] = ledger().getAllByRole('row').slice(1)
    expect(discount!.textContent).toMatch(/^Descuento en la factura06\/03\/2026Contrato 0051366FE26\/81−4,10.€23,40.€$/)
    expect(moved!.textContent).toMatch(
      /^Desde otro monedero · desde Caseta10\/02\/2026Contrato 0051366—\+7,50.€27,50.€$/,
    )
    expect(surplus!.textContent).toMatch(/^Excedentes.*\+20,00.€20,00.€$/)
    expect(within(discount!).getByRole('link', { name: 'FE26/81' }).getAttribute('href')).toBe(
      '/invoices?contractType=electricity&contractName=0051366&from=2026-03-06&to=2026-03-06',
    )
  })

  test('shows the latest twelve entries first, and all on request', async () => {
    const [first] = wallet.entries
    await show({ entries: Array.from({ length: 15 }, (_, index) => ({ ...first!, id: index })) })
    expect(ledger().getAllByRole('row')).toHaveLength(13)
    await userEvent.click(screen.getByRole('button', { name: 'Ver los 15 movimientos' }))
    expect(ledger().getAllByRole('row')).toHaveLength(16)
  })

  test('shows the projected balance in a year, its assumption and what is missing for it', async () => {
    await show()
    expect(screen.getByRole('figure').textContent).toMatch(/al acabar marzo de 2027 tendrás 78,40.€/)
    expect(screen.getByText(/Suponemos que cada mes entra y sale lo mismo que en el mismo mes/).textContent).toMatch(
      /Nos faltan 2 meses del año anterior \(abr.*26, may.*26\)/,
    )
    await vi.waitFor(() => expect(plots).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
    const table = within(screen.getByRole('table', { name: 'Previsión del monedero, mes a mes' }))
    expect(table.getByRole('row', { name: /^Abril de 2026/ }).textContent).toMatch(/^Abril de 2026———23,40/)
    expect(table.getByRole('row', { name: /^Junio de 2026/ }).textContent).toMatch(
      /^Junio de 202610,00.€4,50.€5,50.€28,90.€/,
    )
  })

  test('shows no projection before there is data for one', async () => {
    const unknown = months.map(({ month }) => ({ month, surplus: null, discount: null, balance: 0 }))
    await show({ balance: 0, links: [], entries: [], projection: { ...wallet.projection, months: unknown } })
    expect(screen.getByText('Aún no podemos hacer una previsión')).toBeTruthy()
    expect(screen.getByText('Aún no hay movimientos')).toBeTruthy()
    expect(screen.queryByRole('figure')).toBeNull()
  })
})
