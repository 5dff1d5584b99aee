import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { readingOrigins } from './gas-reading.ts'

/* The consumption of a gas contract: gas meters have no curves, so months show what was invoiced and are accompanied
   by the readings. `:gasContractId` is the API id of the contract; that of another customer, or of electricity, is
   404. Ranges are those of the monthly curves (`api.ts`). */

const Day = z.iso.date()
const Range = { start: z.optional(z.string()), end: z.optional(z.string()) }
const refusals = { cch_invalid_date: 400 } as const

const Month = z.object({
  /** The first day of the month. */
  month: Day,
  /**
   * The energy invoiced for the month; invoices of several months are distributed by days. Null while there is no
   * invoice.
   */
  kwh: z.nullable(z.number()),
  /** How many days of the month no invoice covers. */
  missing_days: z.number(),
  /** Whether part of it comes from an invoice that covers more than this month. */
  shared: z.boolean(),
})

const Reading = z.object({
  date: Day,
  origin: z.enum(readingOrigins),
  /** Whether the reading was estimated rather than taken from the meter. */
  estimated: z.boolean(),
  /** The register of the meter. */
  m3: z.number(),
  /** The volume since the previous reading; null for the first reading and for a meter that has been replaced. */
  used_m3: z.nullable(z.number()),
  /** Energy per cubic metre, corrected for pressure and temperature. */
  kwh_per_m3: z.nullable(z.number()),
  /** Gross calorific value per normal cubic metre. */
  calorific_kwh_per_m3: z.nullable(z.number()),
  kwh: z.nullable(z.number()),
})

export const readGasConsumption = call({
  method: 'GET',
  path: '/contracts/:gasContractId/gas/consumption/',
  versions: [2],
  access: 'customer',
  scope: 'curves:read',
  query: z.strictObject(Range),
  reply: z.object({
    start: Day,
    end: Day,
    /** The first and the last day that is invoiced or has a reading. Null if there is none. */
    data_from: z.nullable(Day),
    data_until: z.nullable(Day),
    months: z.array(Month),
    /** Newest first; without a range, readings after the months are included. */
    readings: z.array(Reading),
  }),
  refusals,
  summary: 'Returns the invoiced consumption of a gas contract by month, and its meter readings',
})

export const gasDownloadFormats = ['months_csv', 'readings_csv', 'xlsx'] as const
export type GasDownloadFormat = (typeof gasDownloadFormats)[number]

export const downloadGasConsumption = call({
  method: 'GET',
  path: '/contracts/:gasContractId/gas/download/',
  versions: [2],
  access: 'customer',
  scope: 'curves:read',
  query: z.strictObject({ ...Range, format: z._default(z.enum(gasDownloadFormats), 'xlsx') }),
  reply: 'file',
  refusals,
  summary:
    'Returns the invoiced consumption of a gas contract by month, or its meter readings, as CSV; both as an Excel workbook',
})
