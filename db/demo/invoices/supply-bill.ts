import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { hasExcessPrices, isBilledByQuarterHours } from '#vocabulary/bill-demand.ts'
import {
  computeElectricityBill,
  type ElectricityBillInput,
  type ElectricityPrices,
} from '#vocabulary/bill-electricity.ts'
import { computeGasBill, type GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import type { Cents } from '#vocabulary/money.ts'
import { energyTariffs, powerPeriodCount, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { BilledMonth } from '../calendar.ts'
import type { DemoSupply } from '../customers/demo-holder.ts'
import { demoFigures } from './demo-figures.ts'
import type { MonthEnergy } from './metered-energy.ts'

/** A product on sale: its name, and its prices by the day from which they apply, oldest first. */
export type SoldProduct = { name: string; prices: { validFrom: MarketDay; terms: ElectricityPrices | GasPrices }[] }

/** The bill of a supply for a month. */
export type SupplyBill = {
  content: InvoiceContent
  totalCents: Cents
  /** The amount paid from the wallet, and the surplus that the panels earned beyond the bill. */
  fromWalletCents: Cents
  unpaidSurplusCents: Cents
}

/** Computes the bill of a supply for a month, with this amount available in the wallet. */
export function computeSupplyBill(
  supply: Pick<
    DemoSupply,
    'address' | 'cups' | 'powerWatts' | 'rental' | 'tariff' | 'reactivePercent' | 'selfConsumption'
  >,
  {
    month,
    energy,
    product,
    walletCents = 0,
  }: { month: BilledMonth; energy: MonthEnergy; product: SoldProduct; walletCents?: Cents },
): SupplyBill {
  const { terms } = product.prices.findLast(({ validFrom }) => validFrom <= month.firstDay)!
  const range = { firstDay: month.firstDay, lastDay: month.lastDay, dueDay: month.dueOn }
  const zone = zoneOfProvince(supply.address.provinceCode)
  const reactiveVarh = reactiveVarhOf(supply, energy)
  const bill = isForGas(terms)
    ? {
        ...computeGasBill({ ...range, zone, energyWh: energy.energyWh[0]!, prices: terms }, demoFigures),
        unpaidSurplusCents: 0,
      }
    : computeElectricityBill(
        {
          ...range,
          zone,
          powerWatts: supply.powerWatts,
          energyWh: energy.energyWh,
          surplusWh: energy.surplusWh,
          prices: terms,
          chargesSocialBonusFunding: true,
          meter: supply.rental,
          walletCents,
          ...demandOf(range, { ...supply, highestWatts: energy.maximumPowerWatts }),
          ...(reactiveVarh && { reactiveVarh }),
        },
        demoFigures,
      )
  const walletLine = bill.lines.find(({ kind }) => kind === 'wallet')
  return {
    content: {
      lines: bill.lines,
      energyWhByPeriod: energy.energyWh,
      surplusWh: energy.surplusWh,
      powerWatts: supply.powerWatts,
      ...(energy.maximumPowerWatts && { maximumPowerWatts: energy.maximumPowerWatts }),
      ...(reactiveVarh && { reactiveVarhByPeriod: reactiveVarh }),
      meterNumber: meterNumberOf(supply.cups),
      ...(supply.selfConsumption !== '00' && { cau: `${supply.cups.padEnd(22, '0F').slice(0, 22)}A000` }),
      tariff: supply.tariff,
      productName: product.name,
    },
    totalCents: bill.totalCents,
    fromWalletCents: walletLine ? -walletLine.amountCents : 0,
    unpaidSurplusCents: bill.unpaidSurplusCents,
  }
}

/** Returns the bill that cancels another: the same lines with quantities, amounts and energy negated. */
export function createCancellation({ content, totalCents }: SupplyBill): SupplyBill {
  return {
    content: {
      ...content,
      lines: content.lines.map(negateLine),
      energyWhByPeriod: content.energyWhByPeriod.map((wh) => -wh),
    },
    totalCents: -totalCents,
    fromWalletCents: 0,
    unpaidSurplusCents: 0,
  }
}

/** A supply of six periods has a maximeter, whose highest powers it pays where their prices are known. */
export function demandOf(
  range: DayRange,
  { tariff, powerWatts, highestWatts }: { tariff: string; powerWatts: number[]; highestWatts?: number[] | undefined },
): Pick<ElectricityBillInput, 'demand'> {
  const known = energyTariffs.find((name) => name === tariff)
  if (!known || powerPeriodCount(known) === 2 || !highestWatts || isBilledByQuarterHours(powerWatts)) return {}
  if (!hasExcessPrices(range, { tariff: known, powerWatts }, demoFigures)) return {}
  return { demand: { tariff: known, power: { by: 'maximeter', highestWatts } } }
}

/** Meters of the demo have the digits of their supply point, after the 04 of their year of manufacture. */
function meterNumberOf(cups: string): string {
  return `04${cups.slice(-11, -4)}`
}

function reactiveVarhOf(
  { reactivePercent }: Pick<DemoSupply, 'reactivePercent'>,
  { energyWh }: MonthEnergy,
): number[] | undefined {
  return reactivePercent === undefined ? undefined : energyWh.map((wh) => Math.round((wh * reactivePercent) / 100))
}

function negateLine(line: BillLine): BillLine {
  return { ...line, quantity: multiplyDecimals(line.quantity, '-1'), amountCents: -line.amountCents }
}

function isForGas(terms: ElectricityPrices | GasPrices): terms is GasPrices {
  return 'variableEurPerKwh' in terms
}
