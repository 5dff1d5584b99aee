import { computePerObject } from '#kit/compute-per-object.ts'
import type { Discounts, ProductTerm } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { BillFacts, DatedPowers, DatedTerm } from './bill-facts.ts'
import { cutDays } from './day-parts.ts'

/** The terms of the contract on some days, all of which have the same. */
export type TermsOfDays = DayRange & {
  tariff: string | null
  powers: DatedPowers | null
  /** Powers in force shortly before or after, where the day of the change is not exact. */
  otherPowers: readonly (readonly number[])[]
  electricity: ElectricityPrices | null
  gas: GasPrices | null
  discounts: Discounts<ProductTerm>
  isPromoted: boolean
}

/** What of a bill's facts its terms depend on. */
export type TermFacts = Pick<BillFacts, 'contract' | 'prices'> & { bill: { content: { productName: string } } }

/** How far the day of a change may be off that is only known by its import. */
const daysOfDoubt = 45

/** Splits days where the tariff, the powers, the prices or the promotion of the contract change. */
export function splitByTerms(facts: TermFacts, range: DayRange): readonly TermsOfDays[] {
  const splits = knownSplitsOf(facts)
  const key = range.firstDay + range.lastDay
  const known = splits.get(key)
  if (known) return known
  const split = cutDays(range, changeDaysOf(facts)).map((part) => ({ ...part, ...termsOn(facts, part.firstDay) }))
  splits.set(key, split)
  return split
}

// Most lines of a bill have the same days.
const knownSplitsOf = computePerObject((_: TermFacts) => new Map<string, readonly TermsOfDays[]>())

/** Returns the days on which any term of the contract changes. */
export function changeDaysOf({ contract, prices }: Pick<BillFacts, 'contract' | 'prices'>): MarketDay[] {
  return [
    ...contract.tariffs.map(({ fromDay }) => fromDay),
    ...contract.powers.map(({ fromDay }) => fromDay),
    ...prices.map(({ validFrom }) => validFrom),
    ...(contract.promotion ? [addDays(contract.promotion.endsOn, 1)] : []),
  ]
}

function termsOn({ bill, contract, prices }: TermFacts, day: MarketDay): Omit<TermsOfDays, keyof DayRange> {
  const tariff = inForceOn(day, contract.tariffs)?.value ?? null
  const powers = inForceOn(day, contract.powers) ?? null
  const known = bill.content.productName === contract.productName ? prices : []
  const terms = known.findLast((each) => each.tariff === tariff && each.validFrom <= day)?.terms ?? null
  const isGas = terms !== null && 'variableEurPerKwh' in terms
  const isPromoted = contract.promotion !== null && day <= contract.promotion.endsOn
  return {
    ...{ tariff, powers, isPromoted },
    otherPowers: powersInDoubt(day, contract.powers),
    electricity: terms !== null && !isGas ? (terms as ElectricityPrices) : null,
    gas: isGas ? (terms as GasPrices) : null,
    // A promotion takes the place of the product's own discounts until its last day.
    discounts: isPromoted ? contract.promotion!.discounts : (terms?.discounts ?? {}),
  }
}

/** Returns the latest value that has begun, or the first one for days before all of them. The values are in order. */
function inForceOn<Dated extends DatedTerm<unknown>>(day: MarketDay, dated: readonly Dated[]): Dated | undefined {
  return dated.findLast(({ fromDay }) => fromDay <= day) ?? dated[0]
}

function powersInDoubt(day: MarketDay, powers: readonly DatedPowers[]): (readonly number[])[] {
  return powers.flatMap(({ fromDay, isExact }, index) => {
    if (index === 0 || isExact) return []
    const isNear = addDays(fromDay, -daysOfDoubt) <= day && day <= addDays(fromDay, daysOfDoubt)
    if (!isNear) return []
    return [powers[index - 1]!.value, powers[index]!.value]
  })
}
