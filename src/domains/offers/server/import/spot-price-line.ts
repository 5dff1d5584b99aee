import * as z from 'zod'

/* The day-ahead prices of a day as a line of the integration API; docs/integration.md explains it. */

const hoursOfDays = [23, 24, 25]

export const SpotPriceLine = z.strictObject({
  day: z.iso.date(),
  /** One price per hour or quarter of an hour of the market day. */
  eurPerMwh: z
    .array(z.number().min(-10_000).max(10_000))
    .refine(({ length }) => hoursOfDays.some((hours) => length === hours || length === 4 * hours), 'intervals_count'),
})
export type SpotPriceLine = z.output<typeof SpotPriceLine>
