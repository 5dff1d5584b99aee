import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { intervalStates } from './interval-state.ts'
import { downloadFormats, magnitudes, wirePeriods } from './rules.ts'

/* The curves of a contract's supply point. `:contractId` is the API id of the contract; that of another customer is
   404. `:type` is one of `chartTypes`; any other is 404 `cch_type_unknown`. `start` and `end` are market days, both
   inclusive; without both, the range is that of `computeDefaultRange`. A range that `resolveRange` rejects is 400
   `cch_invalid_date`. */

const Day = z.iso.date()
/** The instant at which an interval begins, with the UTC offset of the supply point: `2026-10-25T02:00:00+01:00`. */
const IntervalStart = z.iso.datetime({ offset: true })
/** kWh, or kVArh, with their exact decimals. Null means missing, never zero. */
const Energy = z.nullable(z.number())
/** The tariff period of the energy. Null if the contract's tariff has no periods. */
const Period = z.nullable(z.enum(wirePeriods))

// Plain strings, so that a day that does not exist is refused with the message of the specification.
const RangeQuery = { start: z.optional(z.string()), end: z.optional(z.string()) }
const refusals = { cch_invalid_date: 400, cch_type_unknown: 404 } as const

/**
 * The columns have one entry per interval (month, day, hour, quarter of an hour) and tariff period that occurs in it,
 * ordered by time and then by period; intervals without data have entries too. A day measured by the hour has hours in
 * a quarter-hourly reply. `missing` and `estimated` are repeated in each entry of an interval.
 */
const Curve = z.object({
  date: z.array(IntervalStart),
  period: z.array(Period),
  activa: z.array(Energy),
  exportada: z.array(Energy),
  reactiva: z.array(Energy),
  /** Llum extension: hours of the interval, between `data_from` and `data_until`, without a meter value. */
  missing: z.optional(z.array(z.number())),
  /** Llum extension: hours of the interval whose energy is estimated. */
  estimated: z.optional(z.array(z.number())),
})

const Magnitude = z.object({
  name: z.enum(magnitudes),
  unit: z.enum(['kWh', 'kVArh']),
  /** The total of the whole range. Null if the supply point has no such data. */
  total: Energy,
})

/**
 * Version 2: the curve in columns. In addition to the specification, returns the resolved range and what is known of
 * the supply point.
 */
export const readChart = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/chart/:type/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'bulk',
  scope: 'curves:read',
  query: z.strictObject({
    ...RangeQuery,
    /** Sent by existing clients; the translations are returned whatever its value. */
    translations: z.optional(z.string().check(z.maxLength(4000))),
  }),
  reply: z.object({
    curve: Curve,
    magnitudes: z.object({ elements: z.array(Magnitude) }),
    /** The names of the magnitudes (`activa`) and of the periods in the curve (`P1`), in the language of the reply. */
    translations: z.optional(z.record(z.string(), z.string())),
    /** Llum extension, like the following fields: the range of the reply. */
    start: z.optional(Day),
    end: z.optional(Day),
    /** The first and the last day on which the supply point has any value. Null if it has none. */
    data_from: z.optional(z.nullable(Day)),
    data_until: z.optional(z.nullable(Day)),
    /** The shortest intervals measured in the range, in minutes. Null if nothing is measured. */
    step_minutes: z.optional(z.nullable(z.union([z.literal(15), z.literal(60)]))),
    /** The states of the hours or quarter hours, one after the other: so many of each. */
    states: z.optional(z.array(z.object({ state: z.enum(intervalStates), count: z.number() }))),
  }),
  refusals,
  summary: 'Returns the consumption of a contract by month, day, hour or quarter of an hour, in columns',
})

/** Version 1: the same as records. */
export const readChartRecords = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/chart/:type/',
  versions: [1],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'bulk',
  scope: 'curves:read',
  query: z.strictObject(RangeQuery),
  reply: z.array(
    z.object({ date: IntervalStart, activa: Energy, exportada: Energy, reactiva: Energy, period: Period }),
  ),
  refusals,
  summary: 'Returns the consumption of a contract by month, day, hour or quarter of an hour, in records',
})

/** Either version, whichever the portal may use and the server supports. */
export const readAnyChart = call({
  ...readChart,
  versions: [1, 2],
  reply: z.union([readChart.reply, readChartRecords.reply]),
})

const Hours = z.number()

/**
 * How complete the data of a range are, by month, and the days that the distributor has corrected. `start` and `end` as of
 * a chart by days.
 */
export const readCompleteness = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/completeness/',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  scope: 'curves:read',
  query: z.strictObject(RangeQuery),
  reply: z.object({
    start: Day,
    end: Day,
    /** The months in the range. The hours of a month are those of the contract up to yesterday, or to the last data. */
    months: z.array(
      z.object({
        month: Day,
        hours: Hours,
        measured: Hours,
        provisional: Hours,
        estimated: Hours,
        billed: Hours,
        missing: Hours,
      }),
    ),
    /** The last corrections of days in the range, newest first: the energy of the day before and after. */
    corrections: z.array(z.object({ day: Day, corrected_on: Day, before: z.number(), after: z.number() })),
    /** How many days in the range were corrected. */
    corrected_days: z.number(),
  }),
  refusals: { cch_invalid_date: 400 },
  summary: 'Says for how many hours of each month data are measured, provisional, estimated, billed or missing',
})

/**
 * `datadis` is the file format of that portal, always hourly; `greenbutton` has the days as they were measured (ESPI).
 */
export const downloadCurve = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/download/:type/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  scope: 'curves:read',
  query: z.strictObject({ ...RangeQuery, format: z._default(z.enum(downloadFormats), 'csv') }),
  reply: 'file',
  refusals,
  summary: 'Returns the consumption of a contract as a file: CSV, Excel, the Datadis format or Green Button',
})
