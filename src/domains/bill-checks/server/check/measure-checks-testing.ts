import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillCheck } from '../../bill-check.ts'
import { checkBill } from './check-bill.ts'
import { billKinds, generateBill } from './generated-bills-testing.ts'
import { faultNames, seedFault, untellableFaults } from './seeded-faults-testing.ts'

/** How bills of a kind, or with a fault, were judged. */
export type Judged = { name: string; bills: number; right: number; wrong: number; unknown: number; named: number }

/** Checks right bills of every kind. */
export function judgeRightBills(billsPerKind: number): Judged[] {
  return billKinds.map((kind) =>
    tally(kind, billsPerKind, (seed) => ({
      check: checkBill(generateBill(kind, seed), regulatedPrices),
      isNamed: false,
    })),
  )
}

/** Checks bills with one fault each; named are those whose verdict has the line and its amount to the cent. */
export function judgeFaultyBills(billsPerFault: number): Judged[] {
  return faultNames.map((name) =>
    tally(name, billsPerFault, (seed) => {
      const { facts, expected } = seedFault(name, seed)
      const check = checkBill(facts, regulatedPrices)
      return { check, isNamed: isNamed(check, expected) }
    }),
  )
}

/** The share of faulty bills whose fault is named with its line and amount; of the others nothing can be told. */
export const leastShareNamed = 0.98

/** Whether a fault may stay untold: nothing known of the bill shows it. */
export function mayStayUntold(name: string): boolean {
  return untellableFaults.some((each) => each === name)
}

function isNamed(
  check: BillCheck,
  { index, kind, differenceCents }: ReturnType<typeof seedFault>['expected'],
): boolean {
  if (kind === null) return check.faults.includes('sum') && check.differenceCents === differenceCents
  return check.lines.some(
    (line) =>
      line.state === 'wrong' && line.index === index && line.kind === kind && line.differenceCents === differenceCents,
  )
}

function tally(name: string, bills: number, judge: (seed: number) => { check: BillCheck; isNamed: boolean }): Judged {
  const judged: Judged = { name, bills, right: 0, wrong: 0, unknown: 0, named: 0 }
  for (let seed = 0; seed < bills; seed++) {
    const { check, isNamed: named } = judge(seed)
    judged[check.state]++
    if (named) judged.named++
  }
  return judged
}
