import type { Database } from '#db/database.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { electricityBillOf, gasBillOf } from '#domains/offers/offered-bill.ts'
import { powersByPeriod } from '#domains/offers/rules.ts'
import { electricityOffers, gasOffers } from '#domains/offers/server/offer-store.ts'
import type { Locale } from '#kit/locale.ts'
import { type Cups, parseCups } from '#vocabulary/cups.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'
import { electricityInvoiceParts, gasInvoiceParts } from '../comparison.ts'
import { comparedGasTariffs, comparedTariff, fieldsOf, isHighVoltage, powerFields } from '../rules.ts'
import type { Say } from './operations.ts'
import { presentComparison } from './present.ts'
import { type NotPriced, pricedOffers } from './price-products.ts'
import { placeOf } from './supply-zone.ts'

type Circumstances = { today: MarketDay; locale: Locale; say: Say }

/** Compares an electricity invoice, as the rules let it through, with every product on offer. */
export async function comparedElectricity(
  db: Database,
  invoice: ElectricityInvoice,
  { today, locale, say }: Circumstances,
): Promise<Comparison | NotPriced> {
  const tariff = comparedTariff(invoice.accessTariff)!
  const surplusWh = thousandths(invoice.surplus ?? 0)
  const place = await placeOf(db, { cups: cupsOf(invoice), energy: 'electricity', postcode: invoice.postcode ?? null })
  const offers = await electricityOffers(db, {
    tariffName: tariff.name,
    today,
    locale,
    withSelfConsumption: surplusWh > 0 || (place.supply?.selfConsumptionCode ?? '00') !== '00',
    promocode: null,
  })
  const figures = await knownFigures(db)
  const energyWh = fieldsOf(tariff.name).energy.map((field) => thousandths(invoice[field] ?? 0))
  const range = rangeOf(invoice)
  const supply = {
    ...range,
    zone: place.zone,
    powerWatts: powersOf(invoice, tariff.name),
    energyWh,
    surplusWh,
    isMeterRented: !isHighVoltage(tariff.name),
  }
  const priced = pricedOffers(offers, (prices) => electricityBillOf(supply, prices, figures))
  if (typeof priced === 'string') return priced

  const invoiceCents = centsOf(invoice)
  return presentComparison(priced, {
    energy: 'electricity',
    range,
    place,
    invoiceCents,
    invoiceParts: electricityInvoiceParts(invoiceCents, { ours: priced[0]!.bill, supply, figures }),
    energyWh: energyWh.reduce((sum, wh) => sum + wh, 0),
    today,
    locale,
    say,
  })
}

/** The same for gas. */
export async function comparedGas(
  db: Database,
  invoice: GasInvoice,
  { today, locale, say }: Circumstances,
): Promise<Comparison | NotPriced> {
  const { name: tariffName } = comparedGasTariffs.find(({ id }) => id === Number(invoice.accessTariff))!
  const place = await placeOf(db, { cups: cupsOf(invoice), energy: 'gas', postcode: invoice.postcode ?? null })
  const offers = await gasOffers(db, { tariffName, today, locale, withSelfConsumption: null, promocode: null })
  const figures = await knownFigures(db)
  const range = rangeOf(invoice)
  const energyWh = thousandths(invoice.p1 ?? 0)
  const supply = { ...range, zone: place.zone, energyWh }
  const priced = pricedOffers(offers, (prices) => gasBillOf(supply, prices, figures))
  if (typeof priced === 'string') return priced

  const invoiceCents = centsOf(invoice)
  return presentComparison(priced, {
    energy: 'gas',
    range,
    place,
    invoiceCents,
    invoiceParts: gasInvoiceParts(invoiceCents, { ours: priced[0]!.bill, supply, figures }),
    energyWh,
    today,
    locale,
    say,
  })
}

function powersOf(invoice: ElectricityInvoice, tariff: EnergyTariff): number[] {
  const [first, ...others] = powerFields
    .slice(0, fieldsOf(tariff).powers.length)
    .map((field) => (invoice[field] == null ? null : thousandths(invoice[field])))
  return powersByPeriod(tariff, [first!, ...others])!
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

/** kWh as Wh, kW as W. */
function thousandths(value: number): number {
  return Math.round(value * 1_000)
}
