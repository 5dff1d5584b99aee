import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { readingOrigins } from './gas-reading.ts'

/*
 * What a gas contract used: gas meters have no curves, so months are what was invoiced of them and the readings stand beside.
 * `:gasContractId` is the id of the contract on the wire; that of somebody else, or of electricity, is 404. Ranges are those of the
 * curves by month (`api.ts`).
 */

const Day = z.iso.date()
const Range = { start: z.optional(z.string()), end: z.optional(z.string()) }
const refusals = { cch_invalid_date: 400 } as const

const Month = z.object({
  /** Its first day. */
  month: Day,
  /** What was invoiced of it; invoices of several months are shared out by days. Null while there is no invoice. */
  kwh: z.nullable(z.number()),
  /** Days of it that no invoice bills. */
  missing_days: z.number(),
  /** Whether a part of it is the share of an invoice of more than this month. */
  shared: z.boolean(),
})

const Reading = z.object({
  date: Day,
  origin: z.enum(readingOrigins),
  /** Nobody looked at the meter. */
  estimated: z.boolean(),
  /** What the meter showed. */
  m3: z.number(),
  /** What it counted since the reading before; null for the first one, and of a meter that has been replaced. */
  used_m3: z.nullable(z.number()),
  /** Energy of a cubic metre, corrected for pressure and temperature. */
  kwh_per_m3: z.nullable(z.number()),
  /** Gross calorific value of a normal cubic metre. */
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
    /** The first and the last day that is invoiced or was read. Null when there is none. */
    data_from: z.nullable(Day),
    data_until: z.nullable(Day),
    months: z.array(Month),
    /** The newest first; without a range also those after the months. */
    readings: z.array(Reading),
  }),
  refusals,
  summary: 'What was invoiced of a gas contract by month, and the readings of its meter',
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
    'What was invoiced of a gas contract by month, or the readings of its meter, as CSV; both as an Excel workbook',
})
