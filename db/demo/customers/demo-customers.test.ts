import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { createDemoCalendar } from '../calendar.ts'
import { type DemoEnvironment, openDemoEnvironment } from '../demo-testing.ts'
import { buildContractsFile, createDemoCustomers } from './demo-customers.ts'

const calendar = createDemoCalendar('2026-11-20', 24)
const holders = createDemoCustomers(calendar, 1_200)
const supplies = holders.flatMap((holder) => holder.supplies)
const file = buildContractsFile(holders, {
  anna: 'Aa1-aaaa',
  biel: 'Aa1-aaaa',
  taller: 'Aa1-aaaa',
  cooperativa: 'Aa1-aaaa',
})

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await openDemoEnvironment()
})
afterAll(() => ground.close())

test('uses only valid identifiers, each of them once', () => {
  const taxIds = holders.map(({ taxId }) => taxId)
  const cups = supplies.map((supply) => supply.cups)
  const ibans = holders.flatMap(({ iban }) => iban ?? [])
  expect(taxIds.map((taxId) => parseTaxId(taxId)?.taxId)).toEqual(taxIds)
  expect(cups.map(parseCups)).toEqual(cups)
  expect(ibans.map(parseIban)).toEqual(ibans)
  for (const all of [taxIds, cups, ibans, supplies.map(({ contract }) => contract)])
    expect(new Set(all).size).toBe(all.length)
})

test('gives each supply point of the cooperative an address of its own', () => {
  const addresses = holders.at(-1)!.supplies.map(({ address }) => `${address.street} - ${address.city}`)
  expect(new Set(addresses).size).toBe(1_200)
})

test('imports completely, like the file of any retailer', async () => {
  const { sections, refusals } = await importContracts(ground.db, file)
  expect(refusals).toEqual([])
  expect(sections.contracts.created).toBe(supplies.length)
  expect(sections.users.created).toBe(4)
})

describe('customers', () => {
  const held = (login: string, energy: string) =>
    holders
      .find((holder) => holder.login === login)!
      .supplies.filter(({ powerWatts }) => powerWatts.length > 0 === (energy === 'electricity'))

  test('anna has two electricity contracts, one of them ended, and a gas contract', () => {
    expect(held('anna', 'electricity').map(({ cups, state }) => [cups, state])).toEqual([
      ['ES0237990000000001CC0F', 'activa'],
      ['ES0031990000000071GB0F', 'baixa'],
    ])
    expect(held('anna', 'gas').map(({ state }) => state)).toEqual(['activa'])
  })

  test('biel has two supply points that export energy, a flat without panels and a contract that awaits signature', () => {
    expect(
      held('biel', 'electricity').map(({ cups, state, selfConsumption, signedOn }) => [
        cups.slice(0, 20),
        state,
        selfConsumption,
        signedOn,
      ]),
    ).toEqual([
      ['ES0189990000000002YH', 'activa', '41', '2020-08-20'],
      ['ES0189990000000003YL', 'activa', '41', '2020-11-16'],
      [expect.any(String), 'activa', '00', '2023-01-16'],
      [expect.any(String), 'esborrany', '00', null],
    ])
  })

  test('taller has six powers above 15 kW and a cancelled gas contract', () => {
    for (const { powerWatts, tariff } of held('taller', 'electricity')) {
      expect(tariff).toBe('3.0TD')
      expect(powerWatts).toHaveLength(6)
      expect(Math.min(...powerWatts)).toBeGreaterThan(15_000)
    }
    expect(held('taller', 'gas').map(({ state }) => state)).toEqual(['cancelada'])
  })

  test('cooperativa has 1,200 active supply points, twenty of them with two years of curves', () => {
    const points = held('cooperativa', 'electricity')
    expect(points.filter(({ state }) => state === 'activa')).toHaveLength(1_200)
    expect(Map.groupBy(points, ({ meter }) => meter.kind).get('curve')).toHaveLength(20)
    expect(new Set(points.map(({ address }) => address.provinceCode))).toContain('07')
  })

  test.each([
    ['ES0237990000000001CC0F', '2021-06-01', '2021-06-30', 'F5D'],
    ['ES0031990000000071GB0F', '2022-03-09', '2022-04-30', 'Datadis'],
    ['ES0189990000000002YH0F', '2021-01-01', '2021-01-31', 'A5D'],
    ['ES0189990000000003YL0F', '2021-01-01', '2021-01-31', 'A5D'],
    ['ES0031990000000004RJ1P', '2019-06-08', '2019-06-08', 'P1D'],
    ['ES0031990000000005RZ2P', '2019-06-08', '2019-06-08', 'P1D'],
    ['ES0031990000000006RS2P', '2019-06-14', '2019-06-14', 'P2D'],
  ])('%s was under contract from %s to %s, so an %s file of those days can be imported', (cups, first, last) => {
    const { startsOn, endsOn } = supplies.find((supply) => supply.cups === cups)!
    expect(startsOn! <= first && (endsOn === null || endsOn >= last)).toBe(true)
  })
})
