import { createRandom } from '#db/demo/random.ts'
import { type BillLine, type BillLineKind, createAmountLine, createBillLine, sumLines } from '#vocabulary/bill.ts'
import { addDays } from '#vocabulary/day.ts'
import { divideDecimal, multiplyDecimals } from '#vocabulary/decimal.ts'
import { bearsElectricityTax, bearsIndirectTax } from '#vocabulary/line-taxation.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import type { BillFacts } from './bill-facts.ts'
import { billKinds, type GeneratedKind, generateBill } from './generated-bills-testing.ts'

/** A bill with a single fault: the line that has it, by its place or what is missing, and by how many cents it is wrong. */
export type FaultyBill = {
  facts: BillFacts
  expected: { index: number | null; kind: BillLineKind | null; differenceCents: number }
}

type Seed = { facts: BillFacts; share: () => number }
type Change = (seed: Seed) => FaultyBill | null

/** Returns a bill with a fault; always the same for the same seed. Throws where no kind of bill can have it. */
export function seedFault(name: FaultName, seed: number): FaultyBill {
  const { share, pick } = createRandom('fault', name, seed)
  const { kinds, change }: Fault = faults[name]
  for (let attempt = 0; attempt < 50; attempt++) {
    const facts = generateBill(pick(kinds ?? electricityKinds), seed * 50 + attempt)
    const faulty = change({ facts, share })
    if (faulty && Math.abs(faulty.expected.differenceCents) > 1) return faulty
  }
  throw new Error(`No bill can have the fault ${name}`)
}

const electricityKinds = billKinds.filter((kind) => kind !== 'gas')
/** Kinds whose curve tells the energy. */
const simpleKinds: GeneratedKind[] = ['home', 'business', 'industry', 'outside']
const panelKinds: GeneratedKind[] = ['panels', 'wallet']
const taxedKinds: GeneratedKind[] = ['home', 'business', 'industry', 'price_change', 'tax_change']

type Fault = { kinds?: GeneratedKind[]; change: Change }

const faults = {
  power_arithmetic: {
    change: changeLine('power', (line, share) => ({ ...line, amountCents: line.amountCents + cents(share) })),
  },
  power_too_high: {
    kinds: simpleKinds,
    change: changeLine('power', (line) => compute({ ...line, quantity: String(Number(line.quantity) + 1.1) })),
  },
  power_too_low: {
    kinds: simpleKinds,
    change: changeLine('power', (line) => compute({ ...line, quantity: String(Number(line.quantity) / 2) })),
  },
  power_day_more: { change: changeLine('power', (line) => compute({ ...line, days: line.days! + 1 })) },
  power_day_less: { change: changeLine('power', (line) => compute({ ...line, days: line.days! - 1 })) },
  power_price: {
    change: changeLine('power', (line) => compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '1.1') })),
  },
  power_twice: { change: doubleLine('power') },
  power_missing: { change: dropLine('power') },
  power_before_change: { kinds: ['power_change'], change: keepEarlier('power', 'quantity') },
  leap_year: { kinds: ['leap_year'], change: divideByOrdinaryYear },
  energy_arithmetic: {
    kinds: simpleKinds,
    change: changeLine('energy', (line, share) => ({ ...line, amountCents: line.amountCents + cents(share) })),
  },
  energy_price: {
    kinds: simpleKinds,
    change: changeLine('energy', (line) => compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '1.05') })),
  },
  energy_too_much: {
    kinds: simpleKinds,
    change: changeLine('energy', (line) => compute({ ...line, quantity: multiplyDecimals(line.quantity, '1.1') })),
  },
  energy_too_little: {
    kinds: ['spring_hours', 'autumn_hours'],
    change: changeLine('energy', (line) => compute({ ...line, quantity: multiplyDecimals(line.quantity, '0.9') })),
  },
  energy_beside_registers: {
    kinds: ['registers'],
    change: changeLine('energy', (line) => compute({ ...line, quantity: multiplyDecimals(line.quantity, '1.2') })),
  },
  energy_of_other_period: { kinds: simpleKinds, change: swapPeriods },
  energy_twice: { kinds: simpleKinds, change: doubleLine('energy') },
  energy_missing: { kinds: simpleKinds, change: dropLine('energy') },
  price_before_change: { kinds: ['price_change'], change: keepEarlier('energy', 'unitPrice') },
  days_of_bill_before: { kinds: simpleKinds, change: overlapBefore },
  days_after_contract: { kinds: simpleKinds, change: endContract },
  promotion_over: { kinds: ['promotion'], change: endPromotion },
  discount_too_small: {
    kinds: ['promotion'],
    change: changeLine('energy_discount', (line) => compute({ ...line, unitPrice: '-5' })),
  },
  discount_missing: { kinds: ['promotion'], change: dropLine('energy_discount') },
  surplus_price: {
    kinds: panelKinds,
    change: changeLine('surplus', (line) => compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '0.9') })),
  },
  surplus_too_little: {
    kinds: panelKinds,
    change: changeLine('surplus', (line) => compute({ ...line, quantity: multiplyDecimals(line.quantity, '0.8') })),
  },
  surplus_missing: { kinds: panelKinds, change: dropLine('surplus') },
  surplus_limit: { kinds: panelKinds, change: addLimit },
  funding_price: {
    kinds: ['home', 'industry'],
    change: changeLine('social_bonus_funding', (line) => compute({ ...line, unitPrice: '0.038455' })),
  },
  funding_days: {
    kinds: simpleKinds,
    change: changeLine('social_bonus_funding', (line) =>
      compute({ ...line, quantity: String(Number(line.quantity) * 2) }),
    ),
  },
  funding_twice: { kinds: simpleKinds, change: doubleLine('social_bonus_funding') },
  meter_price: { kinds: ['home'], change: changeLine('meter', (line) => compute({ ...line, unitPrice: '0.044' })) },
  meter_days: {
    kinds: simpleKinds,
    change: changeLine('meter', (line) => compute({ ...line, quantity: String(Number(line.quantity) + 3) })),
  },
  meter_twice: { kinds: simpleKinds, change: doubleLine('meter') },
  electricity_tax_rate: {
    kinds: taxedKinds,
    change: changeLine('electricity_tax', (line) => compute({ ...line, unitPrice: '3.8' })),
  },
  electricity_tax_base: {
    kinds: taxedKinds,
    change: changeLine('electricity_tax', (line) =>
      compute({ ...line, quantity: (Number(line.quantity) * 1.07).toFixed(2) }),
    ),
  },
  electricity_tax_missing: { kinds: taxedKinds, change: dropLine('electricity_tax') },
  vat_rate: {
    kinds: taxedKinds,
    change: changeLine('vat', (line) => compute({ ...line, unitPrice: line.unitPrice === '21' ? '20' : '21' })),
  },
  vat_base: {
    kinds: taxedKinds,
    change: changeLine('vat', (line) => compute({ ...line, quantity: (Number(line.quantity) * 0.9).toFixed(2) })),
  },
  vat_missing: { kinds: taxedKinds, change: dropLine('vat') },
  tax_of_other_place: {
    kinds: taxedKinds,
    change: changeLine('vat', (line) => compute({ ...line, kind: 'igic', unitPrice: '7' })),
  },
  wallet_too_much: {
    kinds: ['wallet'],
    change: changeLine('wallet', (line, share) => ({ ...line, amountCents: line.amountCents + cents(share) })),
  },
  wallet_missing: { kinds: ['wallet'], change: dropLine('wallet') },
  total: { change: changeTotal },
  gas_fixed_price: {
    kinds: ['gas'],
    change: changeLine('gas_fixed', (line) => compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '1.1') })),
  },
  gas_energy: {
    kinds: ['gas'],
    change: changeLine('gas_variable', (line) =>
      compute({ ...line, quantity: multiplyDecimals(line.quantity, '1.1') }),
    ),
  },
  gas_price: {
    kinds: ['gas'],
    change: changeLine('gas_variable', (line) =>
      compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '0.9') }),
    ),
  },
  gas_tax_rate: {
    kinds: ['gas'],
    change: changeLine('hydrocarbon_tax', (line) =>
      line.unitPrice === '0.00234' ? compute({ ...line, unitPrice: '0.0065' }) : line,
    ),
  },
  excess_price: {
    kinds: ['excess'],
    change: changeLine('power_excess', (line) =>
      compute({ ...line, unitPrice: multiplyDecimals(line.unitPrice, '2') }),
    ),
  },
  excess_quantity: {
    kinds: ['excess', 'quarter_hours'],
    change: changeLine('power_excess', (line) =>
      compute({ ...line, quantity: multiplyDecimals(line.quantity, '1.5') }),
    ),
  },
  excess_days: { kinds: ['excess'], change: changeLine('power_excess', (line) => compute({ ...line, days: 1 })) },
  excess_missing: { kinds: ['excess', 'quarter_hours'], change: dropLine('power_excess') },
  excess_twice: { kinds: ['excess', 'quarter_hours'], change: doubleLine('power_excess') },
  reactive_band: {
    kinds: ['excess'],
    change: changeLine('reactive_energy', (line) =>
      compute({ ...line, unitPrice: line.unitPrice === '0.041554' ? '0.062332' : '0.041554' }),
    ),
  },
  reactive_quantity: {
    kinds: ['excess', 'quarter_hours'],
    change: changeLine('reactive_energy', (line) =>
      compute({ ...line, quantity: multiplyDecimals(line.quantity, '1.9') }),
    ),
  },
  reactive_missing: { kinds: ['excess', 'quarter_hours'], change: dropLine('reactive_energy') },
  discount_ended: { kinds: ['services'], change: endDiscount },
  tax_on_instalment: { kinds: ['services'], change: taxInstalment },
  missing_hours: { kinds: simpleKinds, change: loseHours },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

/** Faults that only a complete curve shows: the check may say that it cannot tell them, and never that the bill is right. */
export const untellableFaults: readonly FaultName[] = ['missing_hours']

function cents(share: () => number): number {
  return 2 + Math.floor(share() * 2_000)
}

function compute(line: BillLine): BillLine {
  return createBillLine(line, line)
}

/** Replaces one line of a kind; what follows from it is calculated again. */
function changeLine(kind: BillLineKind, change: (line: BillLine, share: () => number) => BillLine): Change {
  return ({ facts, share }) => {
    const index = pickIndex(facts, kind, share)
    if (index === null) return null
    const { lines } = facts.bill.content
    const changed = change(lines[index]!, share)
    return rebuilt(facts, lines.with(index, changed), {
      ...{ index, kind: changed.kind, differenceCents: changed.amountCents - lines[index]!.amountCents },
    })
  }
}

function doubleLine(kind: BillLineKind): Change {
  return ({ facts, share }) => {
    const index = pickIndex(facts, kind, share)
    if (index === null) return null
    const { lines } = facts.bill.content
    const line = lines[index]!
    return rebuilt(facts, lines.toSpliced(index + 1, 0, { ...line }), {
      index: index + 1,
      kind,
      differenceCents: line.amountCents,
    })
  }
}

function dropLine(kind: BillLineKind): Change {
  return ({ facts, share }) => {
    const index = pickIndex(facts, kind, share)
    if (index === null) return null
    const { lines } = facts.bill.content
    // Energy within the tolerance is not missed.
    if (kind === 'energy' && Number(lines[index]!.quantity) <= 1) return null
    return rebuilt(facts, lines.toSpliced(index, 1), {
      ...{ index: null, kind, differenceCents: -lines[index]!.amountCents },
    })
  }
}

function pickIndex({ bill }: BillFacts, kind: BillLineKind, share: () => number): number | null {
  const indexes = bill.content.lines.flatMap((line, index) =>
    line.kind === kind && line.amountCents !== 0 ? [index] : [],
  )
  return indexes[Math.floor(share() * indexes.length)] ?? null
}

/** Charges the days after a change as those before it. */
function keepEarlier(kind: 'power' | 'energy', field: 'quantity' | 'unitPrice'): Change {
  return ({ facts, share }) => {
    const { lines } = facts.bill.content
    const later = lines.flatMap((line, index) =>
      line.kind === kind && line.firstDay > facts.bill.firstDay ? [index] : [],
    )
    const index = later[Math.floor(share() * later.length)]
    if (index === undefined) return null
    const line = lines[index]!
    const earlier = lines.find((each) => each.kind === kind && each.period === line.period)!
    const changed = compute({ ...line, [field]: earlier[field] })
    return rebuilt(facts, lines.with(index, changed), {
      ...{ index, kind, differenceCents: changed.amountCents - line.amountCents },
    })
  }
}

function divideByOrdinaryYear({ facts }: Seed): FaultyBill | null {
  const price = facts.prices[0]!.terms
  if (!('powerPerKw' in price) || price.powerPerKw[0]!.per === 'day') return null
  const { lines } = facts.bill.content
  const index = lines.findIndex(({ kind }) => kind === 'power')
  const changed = compute({ ...lines[index]!, unitPrice: divideDecimal(price.powerPerKw[0]!.eur, '365', 6) })
  return rebuilt(facts, lines.with(index, changed), {
    ...{ index, kind: 'power', differenceCents: changed.amountCents - lines[index]!.amountCents },
  })
}

function swapPeriods({ facts }: Seed): FaultyBill | null {
  const { lines } = facts.bill.content
  const [one, other] = lines.flatMap(({ kind, quantity }, index) =>
    kind === 'energy' && Number(quantity) > 0 ? [index] : [],
  )
  if (one === undefined || other === undefined) return null
  const [first, second] = [lines[one]!, lines[other]!]
  if (Math.abs(Number(first.quantity) - Number(second.quantity)) < Math.max(2, Number(first.quantity) * 0.02))
    return null
  const changed = compute({ ...first, quantity: second.quantity })
  const swapped = lines.with(one, changed).with(other, compute({ ...second, quantity: first.quantity }))
  return rebuilt(facts, swapped, {
    ...{ index: one, kind: 'energy', differenceCents: changed.amountCents - first.amountCents },
  })
}

/** The bill before already charged the first days. */
function overlapBefore({ facts, share }: Seed): FaultyBill | null {
  if (!facts.before) return null
  const days = 1 + Math.floor(share() * 5)
  const lastDay = addDays(facts.bill.firstDay, days - 1)
  return fewerDays({ ...facts, before: { ...facts.before, lastDay } }, days)
}

function endContract({ facts, share }: Seed): FaultyBill | null {
  const days = 1 + Math.floor(share() * 5)
  const endsOn = addDays(facts.bill.lastDay, -days)
  return fewerDays({ ...facts, contract: { ...facts.contract, endsOn } }, days)
}

function fewerDays(facts: BillFacts, days: number): FaultyBill | null {
  const { lines } = facts.bill.content
  const index = lines.findIndex(({ kind }) => kind === 'power')
  const line = lines[index]!
  const right = compute({ ...line, days: line.days! - days })
  return { facts, expected: { index, kind: 'power', differenceCents: line.amountCents - right.amountCents } }
}

function endPromotion({ facts }: Seed): FaultyBill | null {
  const { promotion } = facts.contract
  const index = facts.bill.content.lines.findIndex(({ kind }) => kind === 'energy_discount')
  const line = facts.bill.content.lines[index]
  if (!promotion || !line) return null
  const ended = { ...promotion, endsOn: addDays(facts.bill.firstDay, -1) }
  return {
    facts: { ...facts, contract: { ...facts.contract, promotion: ended } },
    expected: { index, kind: 'energy_discount', differenceCents: line.amountCents },
  }
}

/** Still takes off a discount whose last day is before the bill: the retailer would lose it. */
function endDiscount({ facts }: Seed): FaultyBill | null {
  const { lines } = facts.bill.content
  const index = lines.findIndex(({ kind }) => kind === 'discount')
  const line = lines[index]
  if (!line) return null
  const ended = { ...line, endsOn: addDays(facts.bill.firstDay, -1) }
  return rebuilt(facts, lines.with(index, ended), { index, kind: 'discount', differenceCents: line.amountCents })
}

/** Charges VAT on a part of an older debt, which had it already. */
function taxInstalment({ facts }: Seed): FaultyBill | null {
  const { lines } = facts.bill.content
  const instalment = lines.find(({ kind }) => kind === 'instalment')
  const index = lines.findIndex(({ kind }) => kind === 'vat')
  const line = lines[index]
  if (!instalment || !line) return null
  const base = Math.round(Number(line.quantity) * 100) + instalment.amountCents
  const changed = compute({ ...line, quantity: decimalFromCents(base) })
  return rebuilt(facts, lines.with(index, changed), {
    ...{ index, kind: 'vat', differenceCents: changed.amountCents - line.amountCents },
  })
}

/** Deducts surplus that is below the limit. */
function addLimit({ facts, share }: Seed): FaultyBill | null {
  const { lines } = facts.bill.content
  const index = lines.findIndex(({ kind }) => kind === 'surplus')
  const limitIndex = lines.findIndex(({ kind }) => kind === 'surplus_limit')
  if (index < 0) return null
  const difference = cents(share)
  const before = limitIndex < 0 ? 0 : lines[limitIndex]!.amountCents
  const line = createAmountLine(facts.bill, 'surplus_limit', before + difference)
  const changed = limitIndex < 0 ? lines.toSpliced(index + 1, 0, line) : lines.with(limitIndex, line)
  return rebuilt(
    facts,
    changed,
    { index: limitIndex < 0 ? index + 1 : limitIndex, kind: 'surplus_limit', differenceCents: difference },
    { keepsLimit: true },
  )
}

function changeTotal({ facts, share }: Seed): FaultyBill {
  const differenceCents = cents(share)
  const amountTotalCents = facts.bill.amountTotalCents + differenceCents
  return {
    facts: { ...facts, bill: { ...facts.bill, amountTotalCents } },
    expected: { index: null, kind: null, differenceCents },
  }
}

/** Too much energy on days of which some hours were not measured. */
function loseHours(seed: Seed): FaultyBill | null {
  const faulty = faults.energy_too_much.change(seed)
  if (!faulty) return null
  const metered = faulty.facts.metered.map((span) => ({ ...span, missingHours: 3 }))
  return { ...faulty, facts: { ...faulty.facts, metered } }
}

const indirectKinds = ['vat', 'igic', 'ipsi']

/** Calculates again what follows from a changed line, as a billing system with this fault would. */
function rebuilt(
  facts: BillFacts,
  lines: readonly BillLine[],
  expected: FaultyBill['expected'],
  { keepsLimit = false } = {},
): FaultyBill {
  const isOwn = (kind: BillLineKind) =>
    expected.kind === kind || (indirectKinds.includes(kind) && indirectKinds.includes(expected.kind ?? ''))
  let changed = [...lines]
  for (const term of ['power', 'energy', 'gas_fixed', 'gas_variable'] as const)
    if (!isOwn(`${term}_discount`))
      changed = changed.map((line) => (line.kind === `${term}_discount` ? discountAgain(line, changed, term) : line))
  if (!keepsLimit && facts.bill.energy === 'electricity') changed = limitAgain(changed, facts)
  if (!isOwn('hydrocarbon_tax'))
    changed = changed.map((line) =>
      line.kind === 'hydrocarbon_tax' ? compute({ ...line, quantity: totalKwh(changed) }) : line,
    )
  if (!isOwn('electricity_tax'))
    changed = changed.map((line) =>
      line.kind === 'electricity_tax' ? taxAgain(line, { facts, lines: changed }) : line,
    )
  if (!isOwn('vat')) changed = indirectAgain(changed)
  const amountTotalCents = sumLines(changed)
  const moved = expected.index === null ? null : changed.indexOf(lines[expected.index]!)
  const index = moved !== null && moved >= 0 ? moved : expected.index
  return {
    facts: { ...facts, bill: { ...facts.bill, amountTotalCents, content: { ...facts.bill.content, lines: changed } } },
    expected: { ...expected, index },
  }
}

function discountAgain(line: BillLine, lines: readonly BillLine[], term: string): BillLine {
  const own = lines.filter(
    (each) => each.kind === term && each.firstDay >= line.firstDay && each.lastDay <= line.lastDay,
  )
  return compute({ ...line, quantity: decimalFromCents(sumLines(own)) })
}

function limitAgain(lines: readonly BillLine[], { bill }: BillFacts): BillLine[] {
  const others = lines.filter(({ kind }) => kind !== 'surplus_limit')
  const surplus = others.filter(({ kind }) => kind === 'surplus')
  const energy = others.filter(({ kind }) => kind === 'energy' || kind === 'energy_discount')
  const limit = Math.max(0, -sumLines(surplus) - sumLines(energy))
  const at = others.findLastIndex(({ kind }) => kind === 'surplus') + 1
  return limit > 0 && at > 0 ? others.toSpliced(at, 0, createAmountLine(bill, 'surplus_limit', limit)) : others
}

function totalKwh(lines: readonly BillLine[]): string {
  return lines.find(({ kind }) => kind === 'gas_variable')?.quantity ?? '0'
}

function taxAgain(line: BillLine, { facts, lines }: { facts: BillFacts; lines: readonly BillLine[] }): BillLine {
  if (line.unit !== 'percent') return line
  const baseOf = (all: readonly BillLine[], isInside: boolean) =>
    sumLines(all.filter((each) => bearsElectricityTax(each) && (isInside || each.kind !== 'social_bonus_funding')))
  const isInside = baseOf(facts.bill.content.lines, false) !== Math.round(Number(line.quantity) * 100)
  return compute({ ...line, quantity: decimalFromCents(baseOf(lines, isInside)) })
}

function indirectAgain(lines: readonly BillLine[]): BillLine[] {
  const taxed = lines.filter(bearsIndirectTax)
  const meter = taxed.filter(({ kind }) => kind === 'meter')
  const taxes = lines.filter(({ kind }) => indirectKinds.includes(kind))
  const bases = taxes.length > 1 ? [sumLines(taxed) - sumLines(meter), sumLines(meter)] : [sumLines(taxed)]
  return lines.map((line) =>
    taxes.includes(line) ? compute({ ...line, quantity: decimalFromCents(bases[taxes.indexOf(line)]!) }) : line,
  )
}
