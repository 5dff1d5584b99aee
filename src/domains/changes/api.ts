import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { SeenVersion } from '#kit/seen-version.ts'
import { ToldErrors } from '#kit/told-errors.ts'
import { indirectTaxes } from './power-costs.ts'
import { mostFiles, sipsChoices } from './rules.ts'

const Instant = z.iso.datetime({ offset: true })
const Kilowatts = z.number()
const Watts = z.int().check(z.gte(0), z.lte(2_000_000_000))

/** What every change answers that has to be signed: nothing has changed until it is. */
export const SignatureAsked = z.object({
  waiting_for_signature: z._default(z.boolean(), false),
  // Another server may sign elsewhere and say nothing of it.
  signature: z.optional(z.object({ id: z.string(), url: z.string() })),
  errors: ToldErrors,
})
export type SignatureAsked = z.output<typeof SignatureAsked>

/** Where a request of a change stands. */
export const changeStates = ['requested', 'waiting_for_signature', 'sent', 'done', 'refused'] as const

const ChangeRequest = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(changeStates),
  requested_at: Instant,
  updated_at: Instant,
  /** Of a change of power, what is asked for, P1 first. */
  power: z.optional(z.array(Kilowatts)),
  /** Of a change of account, the new one, masked. */
  printable_iban: z.optional(z.string()),
  /** Of another change that has one, the new value as it is written. */
  value: z.optional(z.string()),
  /** Why it came to nothing. */
  reason: z.nullable(z.enum(['withdrawn', 'expired', 'distributor'])),
  /** Where it is signed, as long as it waits for that. */
  signature: z.nullable(z.object({ id: z.string(), url: z.string() })),
})
export type ChangeRequest = z.output<typeof ChangeRequest>

export const listChanges = call({
  method: 'GET',
  path: '/contracts/:contractName/changes/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ items: z.array(ChangeRequest) }),
  summary: 'What was asked to be changed of a contract and how it stands, the newest first',
})

export const withdrawChange = call({
  method: 'POST',
  path: '/contracts/:contractName/changes/:changeId/withdraw',
  versions: [1, 2],
  access: 'customer',
  reply: 'nothing',
  refusals: { change_not_waiting: 409 },
  summary: 'Takes back a request that has not been signed',
})

/** What keeps an active contract from being changed, besides a request of the kind that is under way. */
const common = { contract_not_active: 409, change_not_offered: 403, invalid: 400 } as const

export const readPowerTerms = call({
  method: 'GET',
  path: '/contracts/:contractName/power/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({
    /** The highest power that the place has had in the last three years, in kW. */
    held_power: Kilowatts,
    /** The most that was used on average over so many minutes in the last twelve months, by period of power. */
    highest_power: z.array(z.object({ period: z.string(), power: Kilowatts, minutes: z.number(), date: z.iso.date() })),
    /** Euros. */
    connection_right: z.number(),
    /** Euros per kW, as the next. */
    access_right: z.number(),
    extension_right: z.number(),
    /** Per cent, as the next; null where the rate is not known. */
    electricity_tax: z.nullable(z.number()),
    tax: z.nullable(z.number()),
    /** Which one `tax` is. */
    tax_kind: z.enum(indirectTaxes),
    /** What the product costs in the access tariff that it changes to across 15 kW, by period; null where it has no prices there. */
    other_tariff: z.nullable(
      z.object({
        name: z.string(),
        /** Euros per kW and year. */
        power: z.array(z.number()),
        /** Euros per kWh. */
        energy: z.array(z.number()),
      }),
    ),
    /** What the product charges for power in the present tariff, by period; null where it has no prices there. */
    power_prices: z.optional(
      z.nullable(
        z.object({
          /** Euros per kW and year. */
          power: z.array(z.number()),
          /** Per cent that the product takes off. */
          discount: z.nullable(z.number()),
        }),
      ),
    ),
  }),
  summary: 'What a change of the contracted power would cost today, without and with tax',
})
export type PowerTerms = z.output<typeof readPowerTerms.reply>

const PowerBody = z.strictObject({
  power_p1: Watts,
  power_p2: Watts,
  power_p3: z._default(Watts, 0),
  power_p4: z._default(Watts, 0),
  power_p5: z._default(Watts, 0),
  power_p6: z._default(Watts, 0),
  phone: z.string().check(z.maxLength(30)),
  /** The last nine digits, and what stands before them. */
  phone_num: z.string().check(z.maxLength(9)),
  phone_pre: z.string().check(z.maxLength(20)),
  version: SeenVersion,
})
export type PowerBody = z.output<typeof PowerBody>

export const changePower = call({
  method: 'POST',
  path: '/contracts/:contractName/power/',
  versions: [1, 2],
  access: 'customer',
  body: PowerBody,
  reply: SignatureAsked,
  refusals: { ...common, atr_not_available: 409, power_change_open: 406 },
  summary: 'Asks for other contracted powers, in watts; nothing changes before it is signed',
})

export const listAccounts = call({
  method: 'GET',
  path: '/ibans/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ items: z.array(z.object({ id: z.number(), printable_iban: z.string() })) }),
  summary: 'The bank accounts that have paid contracts of the customer, masked (`ES94 •••• 3157`)',
})

export const revealAccount = call({
  method: 'POST',
  path: '/ibans/:accountId/reveal',
  versions: [1, 2],
  access: 'customer',
  // The number is not stored for a repetition of the call.
  carriesSecrets: true,
  freshAuthentication: true,
  reply: z.object({ iban: z.string() }),
  refusals: { too_many_attempts: 429 },
  summary: 'The number of one of these bank accounts in full, for whoever has just proved who they are',
})

const IbanBody = z.strictObject({
  already_registered: z.union([z.enum(['yes', 'no']), z.boolean()]),
  bank_id: z.optional(z.nullable(z.coerce.number())),
  iban: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  owner_is_bank_owner: z.optional(z.boolean()),
  files: z.optional(z.array(SentFile).check(z.maxLength(mostFiles))),
  version: SeenVersion,
})
export type IbanBody = z.output<typeof IbanBody>

const iban = {
  method: 'POST',
  path: '/contracts/:contractName/iban/',
  takesInlineFiles: true,
  access: 'customer',
  body: IbanBody,
  reply: SignatureAsked,
  refusals: { ...common, iban_change_open: 409 },
} as const

export const changeAccount = call({
  ...iban,
  versions: [1],
  summary: 'Asks for another account to pay a contract of electricity; it does once the mandate is signed',
})

export const changeAccountOfGas = call({
  ...iban,
  versions: [2],
  summary: 'The same for a contract of gas',
})

export const requestNoSipsCession = call({
  method: 'POST',
  path: '/contracts/:contractName/no_cession_sips/',
  versions: [1, 2],
  access: 'customer',
  body: z.strictObject({ noCessionSelection: z.enum(sipsChoices, { error: 'sips_choice_unknown' }) }),
  reply: SignatureAsked,
  refusals: { ...common, atr_not_available: 409, sips_already_active: 409, no_cession_sips_open: 409 },
  summary: 'Asks that the register of supply points (SIPS) releases nothing of a contract',
})
