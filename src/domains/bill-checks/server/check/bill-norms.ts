import type { NormState } from '#domains/duties/norm.ts'
import { isValidOn, type Validity } from '#vocabulary/dated-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** A norm by which lines of bills are judged, from a day until another one. */
export type BillNorm = Validity & {
  /** Identifies what it regulates: a later row with the same code replaces an earlier one. */
  code: string
  law: string
  article: string | null
  /** Where it was published. */
  source: string
  /** A repealed norm still judges the days on which it was valid. */
  state: NormState
  /** What it regulates, for the page of the law. */
  about: string
}

const supplies1955 = { law: 'RD 1955/2000', source: 'BOE-A-2000-24019', validFrom: '2001-01-16' } as const
const supplies88 = { law: 'RD 88/2026', source: 'BOE-A-2026-3212', validFrom: '2026-06-12' } as const
const gasSupplies = { law: 'RD 1434/2002', source: 'BOE-A-2002-25421', validFrom: '2003-01-20' } as const
const electricityLaw = { law: 'Ley 24/2013', source: 'BOE-A-2013-13645', validFrom: '2013-12-28' } as const
const tolls = { law: 'Circular CNMC 3/2020', source: 'BOE-A-2020-1066', validFrom: '2021-06-01' } as const
const excises = { law: 'Ley 38/1992', source: 'BOE-A-1992-28741' } as const

const inForce = { state: 'in_force', validTo: null, article: null } as const
/** Articles 43 to 45 of the general regulation of supply replace it. */
const repealed = { state: 'repealed', validTo: supplies88.validFrom } as const

/** The norms by which bills are checked. The prices and rates that they set are dated rows of the regulated prices. */
export const billNorms = [
  { ...supplies1955, ...repealed, code: 'electricity_billing', article: '82', about: 'how electricity is billed' },
  { ...inForce, ...supplies88, code: 'electricity_billing', article: '45.1', about: 'how electricity is billed' },
  { ...supplies1955, ...repealed, code: 'electricity_reading', article: '82', about: 'how electricity is read' },
  { ...inForce, ...supplies88, code: 'electricity_reading', article: '43', about: 'how electricity is read' },
  { ...inForce, ...gasSupplies, code: 'gas_billing', about: 'how gas is billed and read' },
  { ...inForce, ...electricityLaw, code: 'contract', article: '44.1', about: 'the agreed terms' },
  { ...inForce, ...electricityLaw, code: 'social_bonus', article: '45.4', about: 'the funding of the social bonus' },
  {
    ...inForce,
    ...{ code: 'compensation', law: 'RD 244/2019', article: '14.3', source: 'BOE-A-2019-5089' },
    ...{ validFrom: '2019-04-07', about: 'surplus is worth at most the energy of its bill' },
  },
  {
    ...{ ...inForce, ...supplies88, code: 'overbilling', article: '44.4, 45.2' },
    about: 'what was billed too much is given back whole, with interest',
  },
  { ...inForce, ...tolls, code: 'excess', article: '9.4', about: 'power above the contracted one' },
  { ...inForce, ...tolls, code: 'reactive', article: '9.5', about: 'reactive energy' },
  {
    ...{ ...inForce, code: 'meter', law: 'Orden IET/1491/2013', source: 'BOE-A-2013-8561' },
    ...{ validFrom: '2013-08-03', about: 'the rent of meters' },
  },
  {
    ...{ ...inForce, ...excises, code: 'electricity_tax', article: '95-99' },
    ...{ validFrom: '2015-01-01', about: 'the electricity tax' },
  },
  {
    ...{ ...inForce, ...excises, code: 'hydrocarbon_tax', article: '50' },
    ...{ validFrom: '1993-01-01', about: 'the hydrocarbon tax' },
  },
  {
    ...{ ...inForce, code: 'vat', law: 'Ley 37/1992', article: '75, 78, 90', source: 'BOE-A-1992-28740' },
    ...{ validFrom: '1993-01-01', about: 'the VAT' },
  },
  {
    ...{ ...inForce, code: 'igic', law: 'Ley 4/2012', source: 'BOE-A-2012-9282' },
    ...{ validFrom: '2012-07-01', about: 'the IGIC of the Canary Islands' },
  },
  {
    ...{ ...inForce, code: 'ipsi', law: 'Ley 8/1991', source: 'BOE-A-1991-7645' },
    ...{ validFrom: '1997-01-01', about: 'the IPSI of Ceuta and Melilla' },
  },
] as const satisfies readonly BillNorm[]

export type BillNormCode = (typeof billNorms)[number]['code']

const normsByCode = Map.groupBy<BillNormCode, BillNorm>(billNorms, ({ code }) => code as BillNormCode)

/** Returns the norm of a code that is valid on a day, or the first one for days before all of them. */
export function billNormOn(code: BillNormCode, day: MarketDay): BillNorm {
  const rows = normsByCode.get(code)!
  return rows.find((norm) => isValidOn(norm, day)) ?? rows[0]!
}

const introduction = `## What bills are checked by

Each line of a checked bill names its norm ([0111](decisions/0111-checks-of-bills.md)): a row of \`src/domains/bill-checks/server/check/bill-norms.ts\`, of
the days that the line charges. A repealed norm still judges the days on which it was valid. The prices and rates that they set are dated rows of
\`src/vocabulary/regulated-prices.ts\`; one that depends on a condition has both values, and the day on which it is decided.

| law | article | what | state | since | until | published |
| --- | --- | --- | --- | --- | --- | --- |
`

/** Renders the part of docs/law.md about the norms of bills. */
export function renderBillNorms(): string {
  const rows = billNorms.map(({ law, article, about, state, validFrom, validTo, source }) =>
    [law, article ?? '', about, state.replaceAll('_', ' '), validFrom, validTo ?? '', source].join(' | '),
  )
  return `${introduction}${rows.map((row) => `| ${row} |\n`).join('')}`
}
