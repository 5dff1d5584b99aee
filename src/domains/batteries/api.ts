import * as z from 'zod/mini'

/** The share that a contract has of a virtual battery (solar wallet), as the contract tells it. */
export const BatteryLink = z.object({
  id: z.number(),
  bateria: z.object({ id: z.number(), name: z.string() }),
  pes: z.number(),
  pes_percentatge: z.number(),
  data_inici: z.iso.date(),
  data_final: z.nullable(z.iso.date()),
  gestio_descomptes: z.string(),
  /** Euros in the battery. */
  total_descompte: z.number(),
  es_origen: z.boolean(),
  /** Ours: whether the contract has self-consumption. */
  self_consumption: z.optional(z.boolean()),
})
export type BatteryLink = z.output<typeof BatteryLink>
