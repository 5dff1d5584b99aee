import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { downloadFormats, magnitudes, wirePeriods } from './rules.ts'

/*
 * The curves of a contract's supply point. `:contractId` is the id of the contract on the wire; that of somebody else is 404.
 * `:type` is one of `chartTypes`; another is 404 `cch_type_unknown`. `start` and `end` are market days, both included; without
 * both, the range is that of `defaultRange`. What `readRange` does not take is 400 `cch_invalid_date`.
 */

const Day = z.iso.date()
/** The instant at which an interval begins, with the offset of the supply point's clock: `2026-10-25T02:00:00+01:00`. */
const IntervalStart = z.iso.datetime({ offset: true })
/** kWh, or kVArh, with their exact decimals. Null is missing, never zero. */
const Energy = z.nullable(z.number())
/** The tariff period of the energy. Null where the contract's tariff has none. */
const Period = z.nullable(z.enum(wirePeriods))

// Plain texts, so that a day that does not exist is refused in the words of the specification.
const Asked = { start: z.optional(z.string()), end: z.optional(z.string()) }
const refusals = { cch_invalid_date: 400, cch_type_unknown: 404 } as const

/**
 * The columns have one entry per interval (month, day, hour, quarter of an hour) and tariff period that occurs in it, in
 * the order of time and then of periods; intervals of which nothing is known have entries too. A day measured by the hour
 * has hours in a quarter-hourly answer. `missing` and `estimated` are told again in each entry of an interval.
 */
const Curve = z.object({
  date: z.array(IntervalStart),
  period: z.array(Period),
  activa: z.array(Energy),
  exportada: z.array(Energy),
  reactiva: z.array(Energy),
  /** Ours: hours of the interval, between `data_from` and `data_until`, of which the meter says nothing. */
  missing: z.optional(z.array(z.number())),
  /** Ours: hours of the interval whose energy is estimated. */
  estimated: z.optional(z.array(z.number())),
})

const Magnitude = z.object({
  name: z.enum(magnitudes),
  unit: z.enum(['kWh', 'kVArh']),
  /** Of the whole range. Null when the supply point tells nothing of it. */
  total: Energy,
})

/** Version 2: the curve by columns. Beside what is specified, the range answered and what is known of the supply point. */
export const readChart = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/chart/:type/',
  versions: [2],
  access: 'customer',
  scope: 'curves:read',
  query: z.strictObject({
    ...Asked,
    /** Asked by existing clients; the words come whatever it says. */
    translations: z.optional(z.string().check(z.maxLength(4000))),
  }),
  reply: z.object({
    curve: Curve,
    magnitudes: z.object({ elements: z.array(Magnitude) }),
    /** The names of the magnitudes (`activa`) and of the periods in the curve (`P1`), in the language of the answer. */
    translations: z.optional(z.record(z.string(), z.string())),
    /** Ours, as what follows: the range that is answered. */
    start: z.optional(Day),
    end: z.optional(Day),
    /** The first and the last day of which the supply point has any value. Null when it has none. */
    data_from: z.optional(z.nullable(Day)),
    data_until: z.optional(z.nullable(Day)),
    /** The shortest intervals measured in the range, in minutes. Null when nothing is. */
    step_minutes: z.optional(z.nullable(z.union([z.literal(15), z.literal(60)]))),
  }),
  refusals,
  summary: 'The consumption of a contract by month, day, hour or quarter of an hour, in columns',
})

/** Version 1: the same as records. */
export const readChartRecords = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/chart/:type/',
  versions: [1],
  access: 'customer',
  scope: 'curves:read',
  query: z.strictObject(Asked),
  reply: z.array(
    z.object({ date: IntervalStart, activa: Energy, exportada: Energy, reactiva: Energy, period: Period }),
  ),
  refusals,
  summary: 'The consumption of a contract by month, day, hour or quarter of an hour, in records',
})

/** In whichever version the portal may use and the server knows. */
export const readAnyChart = call({
  ...readChart,
  versions: [1, 2],
  reply: z.union([readChart.reply, readChartRecords.reply]),
})

/** `datadis` is the layout of that portal, always by the hour; `greenbutton` the days as they were measured (ESPI). */
export const downloadCurve = call({
  method: 'GET',
  path: '/contracts/:contractId/cch/download/:type/',
  versions: [1, 2],
  access: 'customer',
  scope: 'curves:read',
  query: z.strictObject({ ...Asked, format: z._default(z.enum(downloadFormats), 'csv') }),
  reply: 'file',
  refusals,
  summary: 'The consumption of a contract as a file: CSV, Excel, the layout of Datadis or Green Button',
})
