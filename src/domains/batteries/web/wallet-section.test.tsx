import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderAt } from '#kit/web/portal-testing.tsx'
import batteries from '../texts/es.json'
import { readShare } from './read-share.ts'
import { WalletSection } from './wallet-section.tsx'

const link = {
  id: 1,
  bateria: { id: 3, name: 'Tejado' },
  pes: 1,
  pes_percentatge: 70,
  data_inici: '2025-06-01',
  data_final: null,
  gestio_descomptes: 'aplicar',
  total_descompte: 23.4,
  es_origen: true,
}
const ended = { ...link, id: 2, bateria: { id: 4, name: 'Nave' }, data_inici: '2024-01-01', data_final: '2025-05-31' }
const locked = {
  ...link,
  id: 3,
  bateria: { id: 5, name: 'Patio' },
  pes_percentatge: 0,
  gestio_descomptes: 'guardar',
  es_origen: false,
}

const show = (...links: (typeof link | typeof ended)[]) =>
  renderAt('/', <WalletSection id="wallet" shares={links.map(readShare)} />, { messages: { batteries } })

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent

describe('the solar wallets of a contract', () => {
  test('tell what they hold, what part the contract gets, since when, and how each stands', async () => {
    await show(link, ended, locked)
    expect(rowOf('Tejado')).toMatch(
      /70.%23,40.€Desde el 01\/06\/2025Se aplica a las facturas · Lo llena este contratoActivo/,
    )
    expect(rowOf('Nave')).toMatch(/Del 01\/01\/2024 al 31\/05\/2025.*Terminado/)
    expect(rowOf('Patio')).toMatch(/^Patio0.%.*Se guardaBloqueado/)
  })

  test('sum up only those that count today, and say why the others do not', async () => {
    await show(link, ended, locked)
    const section = within(screen.getByRole('region', { name: 'Monedero solar' }))
    expect(section.getByText('Disponible').nextElementSibling?.textContent).toBe('23,40\u00a0€')
    expect(section.getByText('Se descuenta solo en tus facturas.')).toBeTruthy()
    expect(section.getByText(/solo cuenta dentro de sus fechas/)).toBeTruthy()
  })

  test('promise nothing where none counts today', async () => {
    await show(ended)
    expect(screen.queryByText('Disponible')).toBeNull()
  })
})
