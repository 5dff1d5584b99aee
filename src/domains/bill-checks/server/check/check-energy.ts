import { pricesWithMarket } from '#domains/offers/server/market-cost.ts'
import { type BillLine, createBillLine } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import { energyPeriodCount, energyTariffs, type Period } from '#vocabulary/tariff-periods.ts'
import type { FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts, MeteredSpan } from './bill-facts.ts'
import { type ChargedLine, chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { isSamePrice } from './check-power.ts'
import { billingBasis, contractBasis, readingBasis } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'
import { isSameEnergy, meteredOf, sumImport, sumMarket, toleranceShare } from './metered-energy.ts'
import { splitByTerms, type TermsOfDays } from './terms-on.ts'

/** Checks the lines of energy: what was used by curve and registers, and the price of each day. */
export function checkEnergy(facts: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const byPeriod = Map.groupBy(lines, ({ period }) => period)
  const checks = [...byPeriod.values()].flatMap((own) =>
    chargeableDaysOf(facts, own).map((charged) => checkEnergyLine(facts, charged, own)),
  )
  return [...checks, ...missingEnergy(facts, byPeriod)]
}

function checkEnergyLine(
  facts: BillFacts,
  { line, parts, faults: faultsOfDays }: ChargedLine,
  ofPeriod: readonly NumberedLine[],
): LineCheck {
  const segments = parts.flatMap((part) => splitByTerms(facts, part))
  const priced = pricesOf(facts, segments, line)
  const used = compareQuantity(facts, { line, parts, ofPeriod })
  const prices = 'prices' in priced ? priced.prices : null
  const faults: FaultKind[] = [...faultsOfDays]
  if (used.isWrong && parts.length > 0) faults.push('quantity')
  const pricedCents = prices && costOf(line, { prices, quantity: used.quantity, spans: used.spans })
  const ownCents = priceQuantity(line, used.quantity, line.unitPrice)
  const isOfMarket = facts.contract.followsMarket && pricedCents !== null && isSameMean(ownCents, pricedCents)
  if (!isOfMarket && prices?.some(({ price }) => !isSamePrice(price, line.unitPrice))) faults.push('price')
  const expectedCents = isOfMarket ? ownCents : pricedCents
  const unknown: UnknownReason[] = [
    ...('unknown' in priced && priced.unknown !== used.unknown ? [priced.unknown] : []),
    ...(used.unknown ? [used.unknown] : []),
    ...(prices && expectedCents === null && !used.unknown ? (['no_curve'] as const) : []),
  ]
  return judgeLine(line, {
    ...{ expectedCents, faults, unknown },
    basis: [readingBasis('electricity', line.firstDay), billingBasis('electricity', line.firstDay), contractBasis],
  })
}

type PricedPart = DayRange & { price: Decimal }

/** The mean of a market depends on the energy of each hour, which may differ as that of a period does. */
function isSameMean(one: Cents, other: Cents): boolean {
  return Math.abs(one - other) <= Math.max(toleranceCents, Math.abs(other) * toleranceShare)
}

/** Returns the prices of the days of a line, or why they are not known. */
function pricesOf(
  facts: BillFacts,
  segments: readonly TermsOfDays[],
  { period }: BillLine,
): { prices: PricedPart[] } | { unknown: UnknownReason } {
  const { bill, contract } = facts
  if (bill.content.productName !== contract.productName) return { unknown: 'product_differs' }
  const prices: PricedPart[] = []
  for (const segment of segments) {
    const { firstDay, lastDay, tariff } = segment
    if (tariff === null) return { unknown: 'tariff_unknown' }
    const price = priceOfDays(facts, segment, period)
    if (typeof price !== 'string') return price
    prices.push({ firstDay, lastDay, price })
  }
  return { prices }
}

/** Returns the price of a kWh on some days with the same terms: that of the product, with the mean of the market it follows. */
function priceOfDays(
  facts: BillFacts,
  { firstDay, lastDay, electricity }: TermsOfDays,
  period: Period | null,
): Decimal | { unknown: UnknownReason } {
  const price = electricity?.energyEurPerKwh[(period ?? 1) - 1]
  if (price === undefined) return { unknown: 'price_unknown' }
  if (!facts.contract.followsMarket) return price
  const metered = meteredOf(facts, [{ firstDay, lastDay }])
  if (!metered.spans) return { unknown: metered.unknown }
  const marketEur = sumMarket(metered.spans, period)
  if (marketEur === null) return { unknown: 'price_unknown' }
  return pricesWithMarket([price], { energyWh: [sumImport(metered.spans, period)], marketEur: [marketEur] })[0]!
}

type Quantity = {
  /** The energy to charge: the billed one where it agrees or nothing else is known. */
  quantity: Decimal
  spans: MeteredSpan[] | null
  isWrong: boolean
  unknown: UnknownReason | null
}

/** Compares billed energy with the curve and, over a whole bill, with the registers. */
function compareQuantity(
  facts: BillFacts,
  { line, parts, ofPeriod }: { line: BillLine; parts: readonly DayRange[]; ofPeriod: readonly BillLine[] },
): Quantity {
  const billedWh = Math.round(Number(line.quantity) * 1000)
  const metered = parts.length === 0 ? { spans: [], unknown: null } : meteredOf(facts, parts)
  const curveWh = metered.spans && sumImport(metered.spans, line.period)
  const readWh = registersOf(facts, line, ofPeriod)
  const known = [curveWh, readWh].filter((wh) => wh !== null)
  const agreeing = known.filter((wh) => isSameEnergy(billedWh, wh))
  const common = { quantity: line.quantity, spans: metered.spans, isWrong: false }
  if (known.length === 0) {
    const estimated = facts.registers?.isEstimated && metered.unknown === 'no_curve'
    return { ...common, unknown: estimated ? 'registers_estimated' : metered.unknown }
  }
  if (agreeing.length === known.length) return { ...common, unknown: null }
  if (agreeing.length > 0) return { ...common, unknown: 'sources_differ' }
  const [meteredWh] = known as [number]
  return { ...common, quantity: kwhFromWh(meteredWh), isWrong: true, unknown: null }
}

/** Registers tell the energy of a whole bill, so only of the single line of a period. */
function registersOf({ bill, before, registers }: BillFacts, line: BillLine, ofPeriod: readonly BillLine[]) {
  if (!registers || registers.isEstimated || ofPeriod.length > 1) return null
  if (line.firstDay !== bill.firstDay || line.lastDay !== bill.lastDay) return null
  if (before && before.lastDay >= bill.firstDay) return null
  if (line.period === null) return registers.energyWh.reduce((sum, wh) => sum + wh, 0)
  return registers.energyWh[line.period - 1] ?? null
}

/** Returns what the energy costs; null where prices differ within the line and its energy of each is not known. */
function costOf(
  line: BillLine,
  { prices, quantity, spans }: { prices: readonly PricedPart[]; quantity: Decimal; spans: MeteredSpan[] | null },
): Cents | null {
  const [first, ...others] = prices
  if (!first) return 0
  if (others.every(({ price }) => price === first.price)) return priceQuantity(line, quantity, first.price)
  if (!spans) return null
  return sumCents(
    prices.map((part) => {
      const own = spans.filter(({ firstDay, lastDay }) => part.firstDay <= firstDay && lastDay <= part.lastDay)
      return priceQuantity(line, kwhFromWh(sumImport(own, line.period)), part.price)
    }),
  )
}

function priceQuantity(line: BillLine, quantity: Decimal, unitPrice: Decimal): Cents {
  return createBillLine(line, { kind: 'energy', quantity, unit: 'kWh', unitPrice }).amountCents
}

/** Energy that was metered on days of a period that no line charges. */
function missingEnergy(facts: BillFacts, byPeriod: ReadonlyMap<Period | null, readonly NumberedLine[]>): LineCheck[] {
  if (byPeriod.has(null)) return []
  const periods: Period[] = [1, 2, 3, 4, 5, 6]
  return periods.flatMap((period) =>
    unchargedDays(facts, byPeriod.get(period) ?? []).flatMap((part) =>
      splitByTerms(facts, part).flatMap((segment) => missingEnergyOf(facts, segment, period)),
    ),
  )
}

function missingEnergyOf(facts: BillFacts, segment: TermsOfDays, period: Period): LineCheck[] {
  const { firstDay, lastDay, tariff } = segment
  const known = energyTariffs.find((name) => name === tariff)
  const price = priceOfDays(facts, segment, period)
  if (!known || period > energyPeriodCount(known) || typeof price !== 'string') return []
  const { spans } = meteredOf(facts, [{ firstDay, lastDay }])
  const wh = spans ? sumImport(spans, period) : 0
  if (isSameEnergy(0, wh)) return []
  const line = createBillLine(segment, {
    kind: 'energy',
    period,
    quantity: kwhFromWh(wh),
    unit: 'kWh',
    unitPrice: price,
  })
  return [judgeMissingLine(line, line.amountCents, [readingBasis('electricity', firstDay), contractBasis])]
}
