import type { Database } from '#db/database.ts'
import { calculateOfferedElectricityBill, calculateOfferedGasBill } from '#domains/offers/offered-bill.ts'
import { fillPowersByPeriod } from '#domains/offers/rules.ts'
import { findElectricityOffers, findGasOffers } from '#domains/offers/server/offer-store.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { type Cups, parseCups } from '#vocabulary/cups.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'
import { splitElectricityInvoice, splitGasInvoice } from '../comparison.ts'
import { comparedGasTariffs, fieldsOf, findComparedTariff, isHighVoltage, powerFields } from '../rules.ts'
import type { Translate } from './operations.ts'
import { presentComparison } from './present.ts'
import { type PricingFailure, priceOffers } from './price-offers.ts'
import { findSupplyLocation } from './supply-location.ts'

type ComparisonSettings = { today: MarketDay; locale: Locale; t: Translate }

/** Compares a validated electricity invoice with every product on offer. */
export async function buildElectricityComparison(
  db: Database,
  invoice: ElectricityInvoice,
  { today, locale, t }: ComparisonSettings,
): Promise<Comparison | PricingFailure> {
  const tariff = findComparedTariff(invoice.accessTariff)!
  const surplusWh = toThousandths(invoice.surplus ?? 0)
  const location = await findSupplyLocation(db, {
    cups: cupsOf(invoice),
    energy: 'electricity',
    postcode: invoice.postcode ?? null,
  })
  const offers = await findElectricityOffers(db, {
    tariffName: tariff.name,
    today,
    locale,
    withSelfConsumption:
      surplusWh > 0 || (location.supply?.selfConsumptionCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
    promocode: null,
  })
  const regulatedPrices = await loadRegulatedPrices(db)
  const energyWh = fieldsOf(tariff.name).energy.map((field) => toThousandths(invoice[field] ?? 0))
  const range = rangeOf(invoice)
  const supply = {
    ...range,
    zone: location.zone,
    powerWatts: powersOf(invoice, tariff.name),
    energyWh,
    surplusWh,
    isMeterRented: !isHighVoltage(tariff.name),
  }
  const priced = priceOffers(offers, (prices) => calculateOfferedElectricityBill(supply, prices, regulatedPrices))
  if (typeof priced === 'string') return priced

  const invoiceCents = centsOf(invoice)
  return presentComparison(priced, {
    energy: 'electricity',
    range,
    location,
    invoiceCents,
    invoiceParts: splitElectricityInvoice(invoiceCents, { ours: priced[0]!.bill, supply, regulatedPrices }),
    energyWh: energyWh.reduce((sum, wh) => sum + wh, 0),
    today,
    locale,
    t,
  })
}

/** Compares a validated gas invoice with every product on offer. */
export async function buildGasComparison(
  db: Database,
  invoice: GasInvoice,
  { today, locale, t }: ComparisonSettings,
): Promise<Comparison | PricingFailure> {
  const { name: tariffName } = comparedGasTariffs.find(({ id }) => id === Number(invoice.accessTariff))!
  const location = await findSupplyLocation(db, {
    cups: cupsOf(invoice),
    energy: 'gas',
    postcode: invoice.postcode ?? null,
  })
  const offers = await findGasOffers(db, { tariffName, today, locale, withSelfConsumption: null, promocode: null })
  const regulatedPrices = await loadRegulatedPrices(db)
  const range = rangeOf(invoice)
  const energyWh = toThousandths(invoice.p1 ?? 0)
  const supply = { ...range, zone: location.zone, energyWh }
  const priced = priceOffers(offers, (prices) => calculateOfferedGasBill(supply, prices, regulatedPrices))
  if (typeof priced === 'string') return priced

  const invoiceCents = centsOf(invoice)
  return presentComparison(priced, {
    energy: 'gas',
    range,
    location,
    invoiceCents,
    invoiceParts: splitGasInvoice(invoiceCents, { ours: priced[0]!.bill, supply, regulatedPrices }),
    energyWh,
    today,
    locale,
    t,
  })
}

function powersOf(invoice: ElectricityInvoice, tariff: EnergyTariff): number[] {
  const [first, ...others] = powerFields
    .slice(0, fieldsOf(tariff).powers.length)
    .map((field) => (invoice[field] == null ? null : toThousandths(invoice[field])))
  return fillPowersByPeriod(tariff, [first!, ...others])!
}

function cupsOf({ cups }: { cups: string }): Cups {
  return parseCups(cups)!
}

function rangeOf({ startDate, endDate }: { startDate: string; endDate: string }): DayRange {
  return { firstDay: startDate, lastDay: endDate }
}

function centsOf({ invoiceAmount }: { invoiceAmount: number }): Cents {
  return Math.round(invoiceAmount * 100)
}

/** Converts kWh to Wh, or kW to W. */
function toThousandths(value: number): number {
  return Math.round(value * 1_000)
}
