import * as z from 'zod/mini'
import { wirePeriods } from '#domains/consumption/rules.ts'
import { call } from '#kit/call.ts'
import { forecastBases, leftOutReasons, noBillReasons, noForecastReasons } from './bill-forecast.ts'

const Day = z.iso.date()
/** Euros or kilowatt hours, with exact decimals. */
const Amount = z.number()
const Decimal = z.string()

/** What is not in the amounts: what a solar wallet pays, and the discount of hours that the customer chose. */
const LeftOut = z.array(z.enum(leftOutReasons))

/** The bill to come of a contract, or why there is none. */
function billReply<Bill extends z.ZodMiniType>(bill: Bill) {
  return z.object({ bill: z.nullable(bill), no_bill_reason: z.nullable(z.enum(noBillReasons)) })
}

const BillSoFar = z.object({
  start_date: Day,
  /** The last day with data; null while no day of the bill has any. */
  end_date: z.nullable(Day),
  days: z.number(),
  /** The day on which the bill will probably fall due: it decides the taxes. */
  due_date: Day,
  amount_total: Amount,
  energy: Amount,
  energy_by_period: z.array(Amount),
  exported_energy: Amount,
  missing_hours: z.number(),
  estimated_hours: z.number(),
  /** From this day on the gas is estimated, as nobody has read the meter since; null where all was measured. */
  estimated_from: z.nullable(Day),
  left_out: LeftOut,
  lines: z.array(
    z.object({
      kind: z.string(),
      period: z.nullable(z.number()),
      first_day: Day,
      last_day: Day,
      quantity: Decimal,
      unit: z.string(),
      days: z.nullable(z.number()),
      unit_price: Decimal,
      amount: Amount,
    }),
  ),
})
export type BillSoFarReply = z.output<typeof BillSoFar>

export const readBillSoFar = call({
  method: 'GET',
  path: '/contracts/:id/so-far',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  reply: billReply(BillSoFar),
  summary: 'Returns what the next bill of a contract comes to by the days measured so far',
})

const BillForecast = z.object({
  start_date: Day,
  end_date: Day,
  due_date: Day,
  so_far: z.object({
    end_date: z.nullable(Day),
    amount: Amount,
    /** From this day on the gas is estimated; null where all was measured. */
    estimated_from: z.nullable(Day),
  }),
  /** Eight of ten bills lie between the lowest and the highest amount; null without a forecast. */
  forecast: z.nullable(z.object({ amount: Amount, lowest: Amount, highest: Amount })),
  /** Why there is no forecast. */
  reason: z.nullable(z.enum(noForecastReasons)),
  assumption: z.object({
    /** What the forecast is made from: measured hours, the same with the market prices of these hours, or readings of gas. */
    basis: z.enum(forecastBases),
    /**
     * The days of the last eight weeks that were measured, of gas those of the same weeks a year before that are known, and
     * how many a forecast needs.
     */
    measured_days: z.number(),
    needed_days: z.number(),
    /** The measured days around the same weeks a year before. */
    year_before_days: z.number(),
    /** What these weeks used for each kWh of the year before; null where that was not measured. */
    level: z.nullable(z.number()),
    /** What the market costs compared with the year before; null where that does not matter or is not known. */
    market_level: z.nullable(z.number()),
    /** What is known of gas; null for electricity. */
    gas: z.nullable(
      z.object({
        /** The last day until which a reading or an invoice tells the gas. */
        known_until: z.nullable(Day),
        /** How many periods of this supply in a like season were compared with the year before for the band. */
        compared_periods: z.number(),
        /** The customer's own last reading: cubic metres since the one before, and kWh for each. */
        own_reading: z.nullable(z.object({ date: Day, volume: z.number(), factor: z.number() })),
      }),
    ),
    /** The days of the bill that are still to come or were not measured. */
    days_to_come: z.number(),
    left_out: LeftOut,
  }),
})
export type BillForecastReply = z.output<typeof BillForecast>

export const readBillForecast = call({
  method: 'GET',
  path: '/contracts/:id/forecast',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  scope: 'invoices:read',
  reply: billReply(BillForecast),
  summary: 'Returns what the next bill of a contract will probably come to, with the band of eight in ten',
})

/** A cost in euros, not rounded to the cent; null where the energy or its price is not known. */
const Cost = z.nullable(z.number())

export const readCurveCost = call({
  method: 'GET',
  path: '/contracts/:id/cost/:type/',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  scope: 'invoices:read',
  /** `type` is one of the types of curves, and the range is resolved as theirs. */
  query: z.strictObject({ start: z.optional(z.string()), end: z.optional(z.string()) }),
  reply: z.object({
    start: Day,
    end: Day,
    /** The intervals, by the instant at which each begins, with the UTC offset of the supply point. */
    date: z.array(z.iso.datetime({ offset: true })),
    /** The cost of the energy of each interval with its discount and taxes, by the tariff periods that occur. */
    energy: z.array(z.object({ period: z.nullable(z.enum(wirePeriods)), cost: z.array(Cost) })),
    /** The share of each interval in what does not follow the energy: powers, meter, what surplus earns, with taxes. */
    fixed: z.array(Cost),
    /** From this day on the costs are of the bill so far; null where all of them were billed. */
    not_billed_from: z.nullable(Day),
    /** Whether each hour has the price of the market in it, on any of the days. */
    follows_market: z.boolean(),
  }),
  refusals: { cch_invalid_date: 400, cch_type_unknown: 404, no_curve: 409 },
  summary: 'Returns what a contract cost by month, day, hour or quarter of an hour, by its bills',
})
export type CurveCost = z.output<typeof readCurveCost.reply>
