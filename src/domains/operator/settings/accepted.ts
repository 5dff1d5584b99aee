/** How values are written within words: as JSON for whoever writes it, or as they stand on a screen. */
export type Notation = {
  yes: string
  no: string
  nothing: string
  written: (value: string | number) => string
}

type Accepted = {
  limits?: readonly [from: number, to: number] | null
  values?: readonly (string | number)[]
  unit?: string | null
}

/** What the sentence of a kind under `accepts` takes. */
export function acceptedArguments({ limits, values = [], unit }: Accepted, how: Notation) {
  const [from, to] = limits ?? [0, 0]
  const { yes, no, nothing, written } = how
  return { yes, no, nothing, from, to, unit: unit ?? '', values: values.map(written).join(', ') }
}
