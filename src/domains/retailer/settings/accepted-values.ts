/** How values are written inside sentences: as JSON, or as shown on a screen. */
export type ValueNotation = {
  yes: string
  no: string
  nothing: string
  written: (value: string | number) => string
}

type AcceptedValues = {
  limits?: readonly [from: number, to: number] | null
  values?: readonly (string | number)[]
  unit?: string | null
}

/** Returns the arguments for the sentence of a kind under `accepts`. */
export function acceptedTextArguments({ limits, values = [], unit }: AcceptedValues, notation: ValueNotation) {
  const [from, to] = limits ?? [0, 0]
  const { yes, no, nothing, written } = notation
  return { yes, no, nothing, from, to, unit: unit ?? '', values: values.map(written).join(', ') }
}
