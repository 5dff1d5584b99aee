import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { type ElectricityPrices, electricityBill } from '#vocabulary/bill-electricity.ts'
import { type GasPrices, gasBill } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import type { Cents } from '#vocabulary/money.ts'
import { zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { BilledMonth } from '../calendar.ts'
import type { DemoSupply } from '../cast/demo-holder.ts'
import { demoFigures } from './demo-figures.ts'
import type { MonthEnergy } from './metered-energy.ts'

/** A product as it is sold: its name, and its prices by the day from which they hold, oldest first. */
export type SoldProduct = { name: string; prices: { validFrom: MarketDay; terms: ElectricityPrices | GasPrices }[] }

/** What a supply cost in a month. */
export type SupplyBill = {
  content: InvoiceContent
  totalCents: Cents
  /** What the wallet paid of it, and what the panels earned beyond it. */
  fromWalletCents: Cents
  unpaidSurplusCents: Cents
}

/** The bill of a supply for a month, with so much in the wallet to pay with. */
export function supplyBill(
  supply: Pick<DemoSupply, 'place' | 'powerWatts' | 'rental' | 'tariff'>,
  {
    month,
    energy,
    product,
    walletCents = 0,
  }: { month: BilledMonth; energy: MonthEnergy; product: SoldProduct; walletCents?: Cents },
): SupplyBill {
  const { terms } = product.prices.findLast(({ validFrom }) => validFrom <= month.firstDay)!
  const range = { firstDay: month.firstDay, lastDay: month.lastDay, dueDay: month.dueOn }
  const zone = zoneOfProvince(supply.place.provinceCode)
  const bill = isForGas(terms)
    ? {
        ...gasBill({ ...range, zone, energyWh: energy.energyWh[0]!, prices: terms }, demoFigures),
        unpaidSurplusCents: 0,
      }
    : electricityBill(
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
      tariff: supply.tariff,
      productName: product.name,
    },
    totalCents: bill.totalCents,
    fromWalletCents: walletLine ? -walletLine.amountCents : 0,
    unpaidSurplusCents: bill.unpaidSurplusCents,
  }
}

/** The bill that takes another one back: the same lines, with what they count and come to turned round, and the energy. */
export function cancellation({ content, totalCents }: SupplyBill): SupplyBill {
  return {
    content: {
      ...content,
      lines: content.lines.map(turnedRound),
      energyWhByPeriod: content.energyWhByPeriod.map((wh) => -wh),
    },
    totalCents: -totalCents,
    fromWalletCents: 0,
    unpaidSurplusCents: 0,
  }
}

function turnedRound(line: BillLine): BillLine {
  return { ...line, quantity: multiplyDecimals(line.quantity, '-1'), amountCents: -line.amountCents }
}

function isForGas(terms: ElectricityPrices | GasPrices): terms is GasPrices {
  return 'variableEurPerKwh' in terms
}
