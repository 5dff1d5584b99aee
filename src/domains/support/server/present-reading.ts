import type { MeterReading } from '../rules.ts'

/** Returns a figure in thousandths, as readings are stored. */
export const toThousandths = (figure: number) => Math.round(figure * 1000)

/** Returns a reading in the format of the calls. */
export function presentReading({ day, amounts }: MeterReading) {
  return { date: day, registers: amounts.map((amount) => amount / 1000) }
}
