import { type BillLine, type BillLineKind, sumLines } from '#vocabulary/bill.ts'
import type { Cents } from '#vocabulary/money.ts'

/** The parts of a bill as a customer would name them. */
export type LineGroupName =
  | 'power'
  | 'energy'
  | 'surplus'
  | 'fixed'
  | 'variable'
  | 'other'
  | 'taxes'
  | 'settled'
  | 'wallet'

export type LineGroup = { name: LineGroupName; lines: BillLine[]; amountCents: Cents }

/** Groups the lines of a bill by subject, in the order in which they appear on the bill. */
export function groupLines(lines: readonly BillLine[]): LineGroup[] {
  const groups = Map.groupBy(lines, ({ kind }) => groupOf[kind])
  return [...groups].map(([name, members]) => ({ name, lines: members, amountCents: sumLines(members) }))
}

/** The part of a bill to which each kind of line belongs. */
const groupOf: Record<BillLineKind, LineGroupName> = {
  power: 'power',
  power_discount: 'power',
  power_excess: 'power',
  energy: 'energy',
  energy_discount: 'energy',
  reactive_energy: 'energy',
  surplus: 'surplus',
  surplus_limit: 'surplus',
  late_activation_discount: 'surplus',
  gas_fixed: 'fixed',
  gas_fixed_discount: 'fixed',
  gas_variable: 'variable',
  gas_variable_discount: 'variable',
  social_bonus_funding: 'other',
  meter: 'other',
  connection_right: 'other',
  service: 'other',
  adjustment: 'other',
  discount: 'other',
  electricity_tax: 'taxes',
  hydrocarbon_tax: 'taxes',
  vat: 'taxes',
  igic: 'taxes',
  ipsi: 'taxes',
  returned_interest: 'settled',
  instalment: 'settled',
  wallet: 'wallet',
}
