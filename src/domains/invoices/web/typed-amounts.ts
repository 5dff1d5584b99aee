import { decimalMarkOf, readTypedNumber } from '#kit/typed-number.ts'

/** Amounts as they are typed in a language, without thousands and with its mark before the cents; what is none is left out. */
export function typedAmounts<Name>(typed: readonly (readonly [Name, string | undefined])[], locale: string) {
  return typed.map(([name, text]) => [name, amountOf(text ?? '', locale)] as const)
}

function amountOf(text: string, locale: string): string | undefined {
  const read = readTypedNumber(text, { locale, decimals: 2 })
  if (read.kind !== 'number') return undefined
  const [whole, cents] = read.decimal.split('.')
  return cents === undefined ? whole : `${whole}${decimalMarkOf(locale)}${cents.padEnd(2, '0')}`
}
