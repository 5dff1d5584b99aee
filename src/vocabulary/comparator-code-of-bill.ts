import type { Bill, BillLine, BillLineKind } from './bill.ts'
import type { ComparatorCode } from './comparator-code.ts'
import type { DayRange } from './dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from './day.ts'
import { type Decimal, divideDecimal, formatFixedDecimal, multiplyDecimals } from './decimal.ts'
import { type Cents, decimalFromCents, sumCents } from './money.ts'
import type { Period } from './tariff-periods.ts'

/** What a bill of the domestic tariff (2.0TD) and its contract say to the comparator. */
export type ComparedBill = DayRange &
  Pick<Bill, 'lines'> & {
    issuedOn: MarketDay
    /** N normal, or the letter of a correction, which carries no amounts. */
    rectificativeType: string
    cups: string
    postcode: string
    /** The retailer's code in the CNMC register, `R2-nnn`. */
    retailerCode: string
    powerWatts: readonly number[]
    energyWhByPeriod: readonly number[]
    /** The energy of the year up to the bill by period, and its first day. */
    year: { firstDay: MarketDay; energyWhByPeriod: readonly number[]; maximumPowerWatts: readonly number[] }
    contractEndsOn: MarketDay
    penaltyEndsOn: MarketDay | null
    hasPromotion: boolean
    /** Whether each hour has a price of the market, so that the bill has the means of its periods. */
    followsMarket?: boolean
    /** The first day after the bill on which other prices of the product are planned. */
    nextPricesOn?: MarketDay | null
  }

/** Composes what the comparator needs to know from the same lines of which the bill is made. */
export function createComparatorCode(bill: ComparedBill): ComparatorCode {
  const [p1, p2] = bill.powerWatts.map(kw)
  return {
    cp: bill.postcode,
    ...{ pP1: p1!, pP2: p2! },
    ...listByPeriod('caP', bill.year.energyWhByPeriod.map(wholeKwh)),
    iniA: addDays(bill.year.firstDay, -1),
    tc: `${kindOfPrices(bill)}0`,
    ...(bill.penaltyEndsOn && { finPen: bill.penaltyEndsOn }),
    finContrato: bill.contractEndsOn,
    tf: bill.rectificativeType,
    iniF: addDays(bill.firstDay, -1),
    finF: bill.lastDay,
    com: bill.retailerCode,
    cups: bill.cups,
    ...listByPeriod('pmaxP', bill.year.maximumPowerWatts.map(kw)),
    fFact: bill.issuedOn,
    rev: '0',
    ...(bill.rectificativeType === 'N' && composeAmounts(bill)),
  }
}

function composeAmounts(bill: ComparedBill): ComparatorCode {
  const { lines, energyWhByPeriod, hasPromotion } = bill
  const amountOf = (...kinds: BillLineKind[]) => sumCents(listOf(lines, ...kinds).map(({ amountCents }) => amountCents))
  return {
    // What a wallet pays is owed to the customer already, like interest, or by the customer, like an instalment: neither is
    // part of what the energy costs.
    imp: decimalFromCents(
      sumCents(lines.map(({ amountCents }) => amountCents)) - amountOf('wallet', 'returned_interest', 'instalment'),
    ),
    ...listByPeriod('cfP', energyWhByPeriod.map(wholeKwh)),
    impPot: decimalFromCents(amountOf('power', 'power_discount')),
    impEner: decimalFromCents(amountOf('energy', 'energy_discount')),
    exc: decimalFromCents(positive(-amountOf('surplus', 'surplus_limit', 'late_activation_discount'))),
    finBS: decimalFromCents(amountOf('social_bonus_funding')),
    ...named('impSA', amountOf('service')),
    ...named('impOtrosConIE', amountOf('power_excess', 'reactive_energy', 'adjustment')),
    impOtrosSinIE: decimalFromCents(amountOf('meter', 'connection_right')),
    ...named('dto', -amountOf('discount')),
    ajuste: '0',
    ...listByPeriod('prP', powerPricesOf(lines).latest),
    ...listByPeriod('prE', energyPricesOf(lines).latest),
    cambio: changeOfPrices(bill),
    ...(hasPromotion && { promo: '1' }),
  }
}

/** Names an amount that only some bills have. */
function named(name: 'impSA' | 'impOtrosConIE' | 'dto', cents: Cents): ComparatorCode {
  return cents === 0 ? {} : { [name]: decimalFromCents(cents) }
}

function listOf(lines: readonly BillLine[], ...kinds: BillLineKind[]): BillLine[] {
  return lines.filter(({ kind }) => kinds.includes(kind))
}

/** Returns the letter of the prices: indexed by the hour, one for all hours, or one for each period. */
function kindOfPrices({ lines, followsMarket }: ComparedBill): 'B' | 'E' | 'F' {
  if (followsMarket) return 'B'
  return new Set(energyPricesOf(lines).latest).size <= 1 ? 'F' : 'E'
}

/** Returns whether the prices change: 1 in this bill, 2 in the next, 0 in neither. Those of a market are not agreed. */
function changeOfPrices({ lines, firstDay, lastDay, followsMarket, nextPricesOn }: ComparedBill): '0' | '1' | '2' {
  if (powerPricesOf(lines).isChanging || (!followsMarket && energyPricesOf(lines).isChanging)) return '1'
  // The next bill has about as many days as this one.
  return nextPricesOn && nextPricesOn <= addDays(lastDay, dayCount(firstDay, lastDay)) ? '2' : '0'
}

function powerPricesOf(lines: readonly BillLine[]) {
  return pricesByPeriod(listOf(lines, 'power'), yearlyPriceOf)
}

function energyPricesOf(lines: readonly BillLine[]) {
  return pricesByPeriod(listOf(lines, 'energy'), ({ unitPrice }) => unitPrice)
}

/** A yearly price is that of a day with six decimals, times 365 or 366. */
const toleranceEur = 0.0005

/** Returns the last price of each period, P1 first, and whether a period has several. */
function pricesByPeriod(lines: readonly BillLine[], priceOf: (line: BillLine) => Decimal) {
  const latest: Decimal[] = []
  let isChanging = false
  for (const line of lines) {
    const index = (line.period ?? 1) - 1
    const price = priceOf(line)
    isChanging ||= latest[index] !== undefined && Math.abs(Number(latest[index]) - Number(price)) > toleranceOf(line)
    latest[index] = price
  }
  return { latest, isChanging }
}

function toleranceOf({ kind }: BillLine): number {
  return kind === 'power' ? toleranceEur : 0
}

/** Returns the price of a kW for the year of the line, as the code asks for it. */
function yearlyPriceOf({ unitPrice, lastDay }: BillLine): Decimal {
  const year = lastDay.slice(0, 4)
  const yearly = multiplyDecimals(unitPrice, String(dayCount(`${year}-01-01`, `${year}-12-31`)))
  return divideDecimal(yearly, '1', 6)
}

type PeriodPrefix = 'caP' | 'cfP' | 'pmaxP' | 'prP' | 'prE'

/** Names values by their period: `caP1`, `caP2`, … */
function listByPeriod(prefix: PeriodPrefix, values: readonly Decimal[]): ComparatorCode {
  return Object.fromEntries(values.map((value, index) => [`${prefix}${(index + 1) as Period}`, value]))
}

function kw(watts: number): Decimal {
  return formatFixedDecimal(watts, 3)
}

function wholeKwh(wh: number): Decimal {
  return divideDecimal(String(wh), '1000', 0)
}

function positive(cents: Cents): Cents {
  return Math.max(0, cents)
}
