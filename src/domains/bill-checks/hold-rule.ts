import type { heldFaultGroups } from '#domains/retailer/settings/invoices.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { BillCheck, FaultKind } from './bill-check.ts'

type FaultGroup = (typeof heldFaultGroups)[number]

/** When a wrong bill is held: from so many euros, for faults of these groups. */
export type HoldRule = { holdFromEuros: number; holdFaults: readonly FaultGroup[] }

const groups: Record<FaultKind, FaultGroup> = {
  ...{ arithmetic: 'calculation', amount: 'calculation', sum: 'calculation', cancellation: 'calculation' },
  ...{ comparator_code: 'calculation', interest: 'calculation', returned_in_parts: 'calculation' },
  ...{ days: 'days', charged_twice: 'days', outside_contract: 'days', missing: 'days' },
  ...{ power: 'contract', tariff: 'contract', price: 'contract', discount: 'contract', promotion_over: 'contract' },
  ...{ wallet: 'contract', not_agreed: 'contract', quantity: 'energy', cap: 'energy' },
  ...{ regulated_price: 'taxes', tax_rate: 'taxes', tax_base: 'taxes', tax_kind: 'taxes' },
}

/** Returns the kinds of faults that a bill has, each once. */
export function faultsOfBill({ faults, lines }: BillCheck): FaultKind[] {
  return [...new Set([...faults, ...lines.flatMap((line) => line.faults)])]
}

/** Checks whether a bill is held: wrong by at least the amount of the rule, in its total or on a line, for one of its faults. */
export function isHeldBy({ holdFromEuros, holdFaults }: HoldRule, check: BillCheck): boolean {
  if (check.state !== 'wrong') return false
  const wrongCents = Math.max(...[check, ...check.lines].map(({ differenceCents }): Cents => Math.abs(differenceCents)))
  return wrongCents >= holdFromEuros * 100 && faultsOfBill(check).some((fault) => holdFaults.includes(groups[fault]))
}
