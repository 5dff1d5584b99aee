import { type BillLine, sumLines } from '#vocabulary/bill.ts'
import type { LineCheck } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { contractBasis } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'

/** Checks what the wallet paid: what its ledger booked for the bill, and never more than there was to pay. */
export function checkWallet(facts: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const payments = lines.filter(({ kind }) => kind === 'wallet')
  const basis = [contractBasis]
  const booked = facts.walletBookedCents
  const [line, ...others] = payments
  if (!line)
    return booked !== null && Math.abs(booked) > toleranceCents
      ? [judgeMissingLine({ ...facts.bill, kind: 'wallet', period: null }, booked, basis)]
      : []
  const payable = sumLines(lines.filter(({ kind }) => kind !== 'wallet') as BillLine[])
  const isTooMuch = -line.amountCents > payable
  return [
    judgeLine(line, {
      expectedCents: booked ?? (isTooMuch ? -payable : null),
      ...{ faults: ['wallet'], unknown: booked === null ? ['ledger_unknown'] : [], basis },
    }),
    ...others.map((each) => judgeLine(each, { expectedCents: 0, faults: ['charged_twice'], basis })),
  ]
}
