import { describe, expect, test } from 'vitest'
import { findRegulatedPriceAt, type RegulatedPriceSeries, regulatedPriceAt } from './dated-regulated-prices.ts'
import { daysFrom } from './day.ts'
import { multiplyDecimals } from './decimal.ts'
import { regulatedPrices } from './regulated-prices.ts'
import { type EnergyTariff, energyPeriodCount, energyTariffs, powerPeriodCount } from './tariff-periods.ts'

const { accessPrices, connectionRights, gasTollRl3Telemetered, meterRental, socialBonusDiscount, ...single } =
  regulatedPrices
const priceSeries: RegulatedPriceSeries[] = [
  single.electricityTax,
  single.electricityTaxMinimum,
  single.vat,
  single.socialBonusFunding,
  single.reducedGasVat,
  ...[single.igic, single.igicElectricityHome, single.igicElectricityBusiness, single.ipsiElectricity],
  ...[single.hydrocarbonTax, single.hydrocarbonTaxProfessional],
  ...Object.values(meterRental),
  ...Object.values(socialBonusDiscount),
  ...Object.values(connectionRights),
  ...Object.values(gasTollRl3Telemetered),
]
const accessSeries = Object.values(accessPrices).flatMap(({ power, energy }) => [power, energy])
const everySeries: RegulatedPriceSeries<unknown>[] = [...priceSeries, ...accessSeries, single.reducedElectricityVat]

describe('the regulated prices', () => {
  test.each(everySeries)('of $name follow one another without overlap, each with its source', ({ rows }) => {
    for (const [index, row] of rows.entries()) {
      expect(row.source).not.toBe('')
      const next = rows[index + 1]
      if (next) expect(row.validTo !== null && row.validTo <= next.validFrom).toBe(true)
      expect(row.validTo === null || row.validFrom < row.validTo).toBe(true)
    }
  })

  test.each(priceSeries)('of $name are exact decimals', ({ rows }) => {
    for (const { value } of rows) expect(multiplyDecimals(value, '1')).toBe(value)
  })

  test.each([
    single.electricityTax,
    single.electricityTaxMinimum,
    single.vat,
    single.socialBonusFunding,
    ...Object.values(meterRental),
    ...Object.values(connectionRights),
  ])('of $name are known for every day from October 2024 to the end of 2026', (series) => {
    for (const day of daysFrom('2024-10-01', '2026-12-31')) expect(() => regulatedPriceAt(series, day)).not.toThrow()
  })

  test.each<[string, string, true | undefined, string]>([
    ['2021-09-16', '0.5', undefined, 'the relief of Real Decreto-ley 17/2021'],
    ['2023-12-31', '0.5', undefined, 'its last day'],
    ['2024-03-31', '2.5', undefined, 'the first step back from the relief of 2023'],
    ['2024-04-01', '3.8', undefined, 'the rate of the second quarter of 2024'],
    ['2024-06-30', '3.8', undefined, 'its last day'],
    ['2024-07-01', '5.11269632', undefined, 'the general rate'],
    ['2026-03-22', '0.5', undefined, 'the relief of spring 2026'],
    ['2026-05-31', '0.5', undefined, 'its last day'],
    ['2026-06-01', '5.11269632', undefined, 'the general rate again'],
    ['2026-11-01', '5.11269632', true, 'conditional from November 2026'],
  ])('give an electricity tax on %s of %s %%', (day, value, provisional) => {
    expect(regulatedPriceAt(regulatedPrices.electricityTax, day)).toMatchObject({ value })
    expect(regulatedPriceAt(regulatedPrices.electricityTax, day).provisional).toBe(provisional)
  })

  test.each<['electricityTax' | 'vat', string, string, string, string]>([
    ['electricityTax', '2026-11-30', '0.5', '2026-10-14', 'by the prices of September'],
    ['electricityTax', '2026-12-01', '0.5', '2026-11-13', 'by those of October'],
    ['vat', '2026-11-30', '10', '2026-10-14', 'on the same condition'],
    ['vat', '2026-12-31', '10', '2026-11-13', 'on the same condition'],
  ])('give another %s on %s, %s %%, that is decided on %s', (tax, day, value, decidedOn) => {
    expect(regulatedPriceAt(regulatedPrices[tax], day).condition).toMatchObject({ value, decidedOn })
    expect(regulatedPriceAt(regulatedPrices[tax], '2027-01-01').condition).toBeUndefined()
  })

  test.each<[string, string, true | undefined, string]>([
    ['2024-11-20', '21', undefined, 'the general rate, beside a lower one'],
    ['2026-02-01', '21', undefined, 'the general rate'],
    ['2026-11-20', '21', true, 'conditional from November 2026'],
  ])('give a VAT on %s of %s %%', (day, value, provisional) => {
    expect(regulatedPriceAt(regulatedPrices.vat, day)).toMatchObject({ value })
    expect(regulatedPriceAt(regulatedPrices.vat, day).provisional).toBe(provisional)
  })

  test.each<[string, number | undefined, string]>([
    ['2026-03-21', undefined, 'the day before the relief'],
    ['2026-03-22', 9_999, 'below 10 kW'],
    ['2026-04-29', 9_999, 'the last day on which 10 kW is too much'],
    ['2026-04-30', 10_000, 'up to 10 kW'],
    ['2026-06-01', undefined, 'the relief is over'],
  ])('limit the reduced VAT on %s to %s W, because it is %s', (day, maximumPowerWatts) => {
    expect(findRegulatedPriceAt(regulatedPrices.reducedElectricityVat, day)?.value.maximumPowerWatts).toBe(
      maximumPowerWatts,
    )
  })

  test.each([
    ['2024-06-01', '0.006282', '2.299047 EUR a year, by 366 days'],
    ['2026-06-25', '0.019121', 'the last day of the first order of 2026'],
    ['2026-06-26', '0.024688', 'the first day of the second'],
  ])('give a social bonus funding on %s of %s EUR a day: %s', (day, value) => {
    expect(regulatedPriceAt(regulatedPrices.socialBonusFunding, day).value).toBe(value)
  })

  test.each([
    ['2025-12-31', '35', '50', 'those of the norm'],
    ['2026-11-28', '42.5', '57.5', 'the raised ones of 2026'],
    ['2027-01-01', '35', '50', 'those of the norm again, as long as nobody enters others'],
  ])('give social bonus discounts on %s of %s and %s %%: %s', (day, vulnerable, severe) => {
    expect(regulatedPriceAt(socialBonusDiscount.vulnerable, day)).toMatchObject({
      value: vulnerable,
      provisional: true,
    })
    expect(regulatedPriceAt(socialBonusDiscount.severe, day)).toMatchObject({ value: severe, provisional: true })
  })

  test('give the connection rights, that of the hook-up with the decimals that count where it is charged twice', () => {
    const charged = Object.values(connectionRights).map((right) => regulatedPriceAt(right, '2026-11-20').value)
    expect(charged).toEqual(['9.04476', '19.7', '17.27', '8.01'])
  })

  test.each(energyTariffs)('have one access price per period of %s', (tariff) => {
    const { power, energy } = accessPrices[tariff]
    for (const { value } of power.rows) expect(value).toHaveLength(powerPeriodCount(tariff))
    for (const { value } of energy.rows) expect(value).toHaveLength(energyPeriodCount(tariff))
    expect(power.rows.map(({ validFrom }) => validFrom)).toEqual(['2025-01-01', '2026-01-01'])
  })

  test.each<[EnergyTariff, string, string, true | undefined, string]>([
    ['2.0TD', '2025-12-31', '26.93055', undefined, 'the price of 2025'],
    ['2.0TD', '2026-01-01', '27.704413', undefined, 'the price of 2026'],
    ['3.0TDVE', '2025-06-01', '3.727958', true, 'stood in for by 2026'],
  ])('give for a kW of %s in P1 on %s %s EUR a year: %s', (tariff, day, price, provisional) => {
    const row = regulatedPriceAt(accessPrices[tariff].power, day)
    expect(row.value[0]).toBe(price)
    expect(row.provisional).toBe(provisional)
  })

  test.each<[string, string[], true | undefined, string]>([
    ['2025-12-31', ['92.539', '28.201', '2.994'], undefined, 'tolls and charges of 2025'],
    ['2026-01-01', ['97.553', '29.267', '3.292'], undefined, 'those of 2026'],
  ])('give for the energy of 2.0TD on %s %j EUR/MWh', (day, value, provisional) => {
    expect(regulatedPriceAt(accessPrices['2.0TD'].energy, day).value).toEqual(value)
    expect(regulatedPriceAt(accessPrices['2.0TD'].energy, day).provisional).toBe(provisional)
  })

  test('name a missing access price', () => {
    expect(() => regulatedPriceAt(accessPrices['6.2TDVE'].energy, '2026-05-01')).toThrow(
      'access_energy 6.2TDVE (EUR/MWh)',
    )
  })
})
