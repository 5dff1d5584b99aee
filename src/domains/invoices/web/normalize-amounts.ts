import { decimalMarkOf, parseNumberInput } from '#vocabulary/number-input.ts'

/**
 * Converts amounts typed in a language to amounts without thousands separators, with the decimal mark of that language.
 * Values that are not amounts are left out.
 */
export function normalizeAmounts<Name>(fields: readonly (readonly [Name, string | undefined])[], locale: string) {
  return fields.map(([name, text]) => [name, normalizeAmount(text ?? '', locale)] as const)
}

function normalizeAmount(text: string, locale: string): string | undefined {
  const parsed = parseNumberInput(text, { locale, decimals: 2 })
  if (parsed.kind !== 'number') return undefined
  const [whole, cents] = parsed.decimal.split('.')
  return cents === undefined ? whole : `${whole}${decimalMarkOf(locale)}${cents.padEnd(2, '0')}`
}
