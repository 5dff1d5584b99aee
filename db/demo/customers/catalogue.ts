import type { ContractsFileIn } from '#domains/contracts/server/import/contracts-file.ts'
import type { OptionKind } from '#domains/tariff-options/rules.ts'
import { formatFixedDecimal, roundToUnits } from '#vocabulary/decimal.ts'

/** Distributors as customers look them up when there is an outage. Those of the valley and the lake are invented. */
export const distributors: NonNullable<ContractsFileIn['distributors']> = [
  { code: '0031', name: 'e-distribución', website: 'https://www.edistribucion.com', breakdownPhone: '900760706' },
  {
    code: '0288',
    name: 'e-distribución (Balears)',
    website: 'https://www.edistribucion.com',
    breakdownPhone: '900849900',
  },
  { code: '0021', name: 'i-DE', website: 'https://www.i-de.es', breakdownPhone: '900171171' },
  { code: '0022', name: 'UFD', website: 'https://www.ufd.es', breakdownPhone: '900333999' },
  { code: '0237', name: 'Elèctrica de la Vall', website: 'https://vall.example', breakdownPhone: '900000237' },
  { code: '0189', name: 'Xarxa de l’Estany', website: 'https://estany.example', breakdownPhone: '900000189' },
  { code: '0217', name: 'Nedgia Catalunya', website: 'https://www.nedgia.es', breakdownPhone: '900750750' },
]

/** The retailer's prices change every first of January; these start with 2024. */
const priceDays = ['2024-01-01', '2025-01-01', '2026-01-01'] as const

/** Prices of three years, tolls and charges included, invented on the basis of those of 2026. */
const householdPrices = [
  { power: ['29.9', '1.35'], energy: ['0.1985', '0.139', '0.101'], surplus: '0.08' },
  { power: ['30.1', '1.38'], energy: ['0.2079', '0.1425', '0.1042'], surplus: '0.07' },
  { power: ['30.67', '1.42'], energy: ['0.2139', '0.1478', '0.1096'], surplus: '0.06' },
]
/** The same price at all hours. */
const flatPrices = [
  { power: ['29.9', '1.35'], energy: ['0.1395', '0.1395', '0.1395'], surplus: '0.08' },
  { power: ['30.1', '1.38'], energy: ['0.1439', '0.1439', '0.1439'], surplus: '0.07' },
  { power: ['30.67', '1.42'], energy: ['0.1489', '0.1489', '0.1489'], surplus: '0.06' },
]
/** With guarantees of origin and cheaper nights. */
const greenPrices = [
  { power: ['29.9', '1.35'], energy: ['0.2065', '0.142', '0.0965'], surplus: '0.08' },
  { power: ['30.1', '1.38'], energy: ['0.2159', '0.1455', '0.0997'], surplus: '0.07' },
  { power: ['30.67', '1.42'], energy: ['0.2219', '0.1508', '0.1051'], surplus: '0.06' },
]
const businessPrices = [
  {
    power: ['20.1', '10.95', '5.12', '4.55', '3.24', '2.3'],
    energy: ['0.184', '0.1615', '0.14', '0.1265', '0.115', '0.106'],
    surplus: '0.05',
  },
  {
    power: ['20.66', '11.25', '5.26', '4.68', '3.33', '2.36'],
    energy: ['0.189', '0.166', '0.1442', '0.13', '0.1184', '0.1092'],
    surplus: '0.05',
  },
  {
    power: ['21.4', '11.62', '5.48', '4.88', '3.51', '2.44'],
    energy: ['0.1935', '0.1705', '0.148', '0.1335', '0.1215', '0.112'],
    surplus: '0.05',
  },
]
const greenBusinessPrices = businessPrices.map(({ energy, ...others }) => ({
  ...others,
  // Guarantees of origin add 0.2 cents before the discount.
  energy: energy.map((eur) => formatFixedDecimal(roundToUnits(eur, 4) + 20, 4)),
}))
/** A lower standing charge and a higher price per kWh, for customers who heat little. */
const smallGasPrices = [
  { 'RL.1': '38.4', 'RL.2': '69.6', 'RL.3': '151.2', variable: '0.0664' },
  { 'RL.1': '39.6', 'RL.2': '72', 'RL.3': '154.8', variable: '0.0709' },
  { 'RL.1': '41.4', 'RL.2': '75', 'RL.3': '160.8', variable: '0.0688' },
]
const gasPrices = [
  { 'RL.1': '58.4', 'RL.2': '98.2', 'RL.3': '196.5', variable: '0.0591' },
  { 'RL.1': '60.12', 'RL.2': '101.4', 'RL.3': '201.3', variable: '0.0634' },
  { 'RL.1': '62.88', 'RL.2': '105.6', 'RL.3': '208.9', variable: '0.0612' },
]

/** The retailer's products. */
export const products: NonNullable<ContractsFileIn['products']> = [
  createElectricityProduct('CLARA', 'Tarifa Clara', {
    tariffs: ['2.0TD'],
    options: [
      { kind: 'double_tariff', discountPercent: '12', unitCount: 3 },
      { kind: 'happy_hours', discountPercent: '40', unitCount: 3 },
      { kind: 'happy_day', discountPercent: '30', unitCount: 1 },
    ],
  }),
  createElectricityProduct('SOLAR', 'Tarifa Solar', { tariffs: ['2.0TD', '3.0TD'], paysSurplus: true }),
  createElectricityProduct('EMPRESA', 'Tarifa Empresa', { tariffs: ['3.0TD'] }),
  createElectricityProduct('COOPERATIVA', 'Tarifa Cooperativa', {
    tariffs: ['2.0TD', '3.0TD'],
    discounts: { energy: '4' },
  }),
  createGasProduct('GAS CLAR', 'Gas Clar', gasPrices),
  createElectricityProduct('TRANQUILA', 'Tarifa Tranquila', { tariffs: ['2.0TD'], household: flatPrices }),
  createElectricityProduct('VERDA', 'Tarifa Verda', {
    tariffs: ['2.0TD', '3.0TD'],
    household: greenPrices,
    business: greenBusinessPrices,
    discounts: { energy: '3' },
  }),
  createGasProduct('GAS PETIT', 'Gas Petit', smallGasPrices),
]

function createGasProduct(name: string, commercialName: string, pricesByYear: typeof gasPrices) {
  const prices = (['RL.1', 'RL.2', 'RL.3'] as const).flatMap((tariff) =>
    pricesByYear.map((ofYear, year) => ({
      tariff,
      validFrom: priceDays[year]!,
      fixed: { per: 'year' as const, eur: ofYear[tariff] },
      variableEurPerKwh: ofYear.variable,
    })),
  )
  return { energy: 'gas' as const, name, commercialName, prices }
}

function createElectricityProduct(
  name: string,
  commercialName: string,
  {
    tariffs,
    household = householdPrices,
    business = businessPrices,
    paysSurplus = false,
    discounts = {},
    options = [],
  }: {
    tariffs: ('2.0TD' | '3.0TD')[]
    household?: typeof householdPrices
    business?: typeof businessPrices
    paysSurplus?: boolean
    discounts?: { energy?: string }
    options?: { kind: OptionKind; discountPercent: string; unitCount: number }[]
  },
) {
  const prices = tariffs.flatMap((tariff) =>
    (tariff === '2.0TD' ? household : business).map(({ power, energy, surplus }, year) => ({
      tariff,
      validFrom: priceDays[year]!,
      powerPerKw: power.map((eur) => ({ per: 'year' as const, eur })),
      energyEurPerKwh: energy,
      surplusEurPerKwh: paysSurplus ? surplus : null,
      discounts,
    })),
  )
  return {
    energy: 'electricity' as const,
    name,
    commercialName,
    prices,
    options: options.map((option) => ({ ...option, validFrom: priceDays[0] })),
  }
}
