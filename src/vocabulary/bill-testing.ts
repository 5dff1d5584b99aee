import type { Bill } from './bill.ts'
import type { ElectricityBillInput } from './bill-electricity.ts'
import { decimalFromCents, sumCents } from './money.ts'

/** A household's September of 2026, with prices that are easy to multiply: 57.52 EUR. */
export const september: ElectricityBillInput = {
  firstDay: '2026-09-01',
  lastDay: '2026-09-30',
  dueDay: '2026-10-10',
  zone: 'peninsula',
  powerWatts: [4_600, 4_600],
  energyWh: [60_000, 55_000, 83_000],
  surplusWh: 0,
  prices: {
    powerPerKw: [
      { per: 'day', eur: '0.09' },
      { per: 'day', eur: '0.02' },
    ],
    energyEurPerKwh: ['0.20', '0.15', '0.10'],
    surplusEurPerKwh: '0.08',
    discounts: {},
  },
  chargesSocialBonusFunding: true,
  meter: 'single_phase',
  walletCents: 0,
}

/** Prints a bill for comparison in tests: each kind of line once with its amounts in euros, then the total. */
export function printBill(bill: Bill): string {
  const kinds = [...new Set(bill.lines.map(({ kind }) => kind))]
  const terms = kinds.map((kind) => `${kind} ${amountsOf(bill, kind).map(decimalFromCents).join(' + ')}`)
  return [...terms, `total ${decimalFromCents(bill.totalCents)}`].join(', ')
}

export function sumOfKind(bill: Bill, kind: string): number {
  return sumCents(amountsOf(bill, kind))
}

function amountsOf({ lines }: Bill, wantedKind: string): number[] {
  return lines.filter(({ kind }) => kind === wantedKind).map(({ amountCents }) => amountCents)
}
