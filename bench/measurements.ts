/** A speed or size of ours beside the floor's, with what their ratio should be. */
export type Measurement = {
  what: string
  unit: string
  ours: number
  floor: number
  goal: string
  isMet: (ratio: number) => boolean
}

/** Prints figures side by side, each with its ratio and whether that is what was aimed at. */
export function printMeasurements(figures: readonly Measurement[]) {
  const rows = figures.map(({ what, unit, ours, floor, goal, isMet }) => {
    const ratio = ours / floor
    return [
      what,
      {
        ours: roundForPrint(ours),
        floor: roundForPrint(floor),
        unit,
        ratio: roundForPrint(ratio),
        goal,
        met: isMet(ratio) ? 'yes' : 'no',
      },
    ]
  })
  console.table(Object.fromEntries(rows))
}

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function roundForPrint(value: number): number {
  return Number(value.toPrecision(3))
}
