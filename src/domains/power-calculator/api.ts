import * as z from 'zod/mini'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { call } from '#kit/call.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { verdicts } from './advice-rules.ts'
import { applianceNames } from './appliances.ts'
import { calculatorLimits, simultaneities } from './rules.ts'

const maxKw = 100_000

/** A power in kilowatts with at most two decimals. */
const Power = z.number().check(
  z.gte(0),
  z.lte(maxKw),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'invalid_value'),
)

const PowerLead = z.strictObject({
  ...LeadContact.shape,
  cups: z.string().check(
    z.minLength(1, 'required'),
    z.refine((text) => parseCups(text) !== null, 'cups_not_valid'),
  ),
  /** The sum of the power that the enabled appliances need. */
  optimalPower: Power,
  /** The same value under the name that the lead form uses. */
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
  acceptsInlineFiles: true,
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  body: PowerLead,
  reply: z.object({ status: z.literal('OK') }),
  refusals: { power_calculator_off: 403, too_many_attempts: 429, invalid: 400 },
  summary: 'Sends the contact details of a user who has calculated the power that they need, so that they are called',
})

const Kilowatts = z.number()

export const readPowerAdvice = call({
  method: 'GET',
  path: '/contracts/:contractName/power_advice/',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  reply: z.object({
    tariff: z.string(),
    /** The number of days in the last twelve months with measurements. */
    days: z.number(),
    /**
     * By power period: the contracted power, the measured maximum averaged over the given minutes, and the advised
     * power.
     */
    periods: z.array(
      z.object({
        period: z.string(),
        contracted: Kilowatts,
        measured: z.nullable(Kilowatts),
        minutes: z.nullable(z.number()),
        date: z.nullable(z.iso.date()),
        /** The minimum margin of the advised power above the measured one, in percent. */
        margin: z.nullable(z.number()),
        advised: z.nullable(Kilowatts),
      }),
    ),
    verdict: z.enum(verdicts),
    /** What the advised powers save in a year, in euros with the known taxes; negative if they cost more. */
    saving: z.nullable(z.number()),
    /** The one-time cost of the change. */
    rights: z.nullable(z.number()),
    /** Whether a tax is unknown and therefore omitted. */
    without_tax: z.boolean(),
    /** Whether excess is billed by the quarter hour, which the advice does not consider. */
    bills_excess: z.boolean(),
  }),
  refusals: { contract_not_active: 409, power_calculator_off: 403 },
  summary:
    'Returns the highest power that a contract has used, the cheapest powers that cover it, and what they would save',
})
export type PowerAdvice = z.output<typeof readPowerAdvice.reply>
