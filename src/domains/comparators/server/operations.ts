import type { Bill, BillLine } from '#vocabulary/bill.ts'
import { type Decimal, multiplyDecimals } from '#vocabulary/decimal.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import type { Comparison } from '../api.ts'
import { isTax } from '../comparison.ts'

/** The translator of this domain's `document` texts. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

type Operations = Comparison['operations']
type Line = Operations['taxes'][number] & { price_unit: number; quantity: number; multi: number }

/**
 * Presents the lines of a bill for the API: unit price times quantity times `multi`, rounded to the cent, equals the
 * amount.
 */
export function presentOperations({ lines }: Bill, energy: 'electricity' | 'gas', t: Translate): Operations {
  const linesOf = (...kinds: BillLine['kind'][]): Line[] =>
    lines.filter(({ kind }) => kinds.includes(kind)).map((line) => presentLine(line, t))
  return {
    lines:
      energy === 'electricity'
        ? {
            potencia: linesOf('power', 'power_discount', 'social_bonus_funding'),
            energia: linesOf('energy', 'energy_discount', 'surplus', 'surplus_limit'),
            lloguer: linesOf('meter'),
          }
        : {
            fijo: linesOf('gas_fixed', 'gas_fixed_discount'),
            variable: linesOf('gas_variable', 'gas_variable_discount'),
          },
    taxes: lines.filter(isTax).map((line) => ({ name: nameTax(line, t), amount: euros(line) })),
  }
}

function presentLine(line: BillLine, t: Translate): Line {
  const { kind, period, quantity, unit, unitPrice, days } = line
  return {
    name: period === null ? t(`lines.${kind}`) : t(`lines.${kind}`, { period }),
    price_unit: Number(unit === 'percent' ? hundredth(unitPrice) : unitPrice),
    quantity: Number(quantity),
    multi: days ?? 1,
    amount: euros(line),
  }
}

// The special tax has its official name in every language, because clients recognise it by that name (specification,
// point 3).
function nameTax({ kind, unit, unitPrice }: BillLine, t: Translate): string {
  if (kind === 'electricity_tax') return 'Impuesto especial sobre la electricidad'
  const percent = unit === 'percent' ? Number(unitPrice) : 0
  return t(`taxes.${kind}`, { percent })
}

function hundredth(percent: Decimal): Decimal {
  return multiplyDecimals(percent, '0.01')
}

function euros({ amountCents }: BillLine): number {
  return Number(decimalFromCents(amountCents))
}
