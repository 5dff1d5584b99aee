import * as z from 'zod/mini'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { call } from '#kit/call.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { verdicts } from './advice-rules.ts'
import { applianceNames } from './appliances.ts'
import { calculatorLimits, simultaneities } from './rules.ts'

const mostKw = 100_000

/** Kilowatts with at most two decimals. */
const Power = z.number().check(
  z.gte(0),
  z.lte(mostKw),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'invalid_value'),
)

const PowerLead = z.strictObject({
  ...LeadContact.shape,
  cups: z.string().check(
    z.minLength(1, 'required'),
    z.refine((text) => parseCups(text) !== null, 'cups_not_valid'),
  ),
  /** The sum of what the enabled appliances need. */
  optimalPower: Power,
  /** The same, as the form of leads names it. */
  maxPower: z.optional(Power),
  appliances: z
    .array(z.strictObject({ name: z.enum(applianceNames), enabled: z.boolean(), totalPower: Power }))
    .check(z.minLength(1, 'required'), z.maxLength(applianceNames.length)),
  area: z.int().check(z.positive(), z.lte(calculatorLimits.area)),
  numPersones: z.int().check(z.positive(), z.lte(calculatorLimits.people)),
  cofSimul: z.literal(simultaneities.map(Number)),
})
export type PowerLead = z.output<typeof PowerLead>

export const sendPowerLead = call({
  method: 'POST',
  path: '/leads/potencia',
  takesInlineFiles: true,
  versions: [1, 2],
  access: 'anyone',
  body: PowerLead,
  reply: z.object({ status: z.literal('OK') }),
  refusals: { power_calculator_off: 403, too_many_attempts: 429, invalid: 400 },
  summary: 'Leaves the details of somebody who has calculated the power that they need, so that they are called',
})

const Kilowatts = z.number()

export const readPowerAdvice = call({
  method: 'GET',
  path: '/contracts/:contractName/power_advice/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    tariff: z.string(),
    /** On how many days of the last twelve months something was measured. */
    days: z.number(),
    /** By period of power: what is contracted, the most that was measured on average over so many minutes, what is advised. */
    periods: z.array(
      z.object({
        period: z.string(),
        contracted: Kilowatts,
        measured: z.nullable(Kilowatts),
        minutes: z.nullable(z.number()),
        date: z.nullable(z.iso.date()),
        /** Per cent by which what is advised lies above it at least. */
        margin: z.nullable(z.number()),
        advised: z.nullable(Kilowatts),
      }),
    ),
    verdict: z.enum(verdicts),
    /** Euros with the taxes that are known: what the advised powers save in a year, below zero where they cost more. */
    saving: z.nullable(z.number()),
    /** What the change costs once. */
    rights: z.nullable(z.number()),
    /** Whether a tax is not known and so left out. */
    without_tax: z.boolean(),
    /** Whether excess is billed by the quarter of an hour, which the advice does not weigh. */
    bills_excess: z.boolean(),
  }),
  refusals: { contract_not_active: 409, power_calculator_off: 403 },
  summary: 'The most that a contract has used at once, the cheapest powers that hold it, and what they would save',
})
export type PowerAdvice = z.output<typeof readPowerAdvice.reply>
