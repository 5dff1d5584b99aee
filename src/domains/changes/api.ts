import * as z from 'zod/mini'
import { SentFile } from '#domains/uploads/api.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { ReplyErrors } from '#kit/reply-errors.ts'
import { indirectTaxes } from './power-costs.ts'
import { clockWaits, maxFiles, sipsChoices, unsignedPaymentMeans } from './rules.ts'

const Instant = z.iso.datetime({ offset: true })
const Kilowatts = z.number()
const Watts = z.int().check(z.gte(0), z.lte(2_000_000_000))

/** The reply of every change that requires a signature. Nothing changes until it is signed. */
export const ChangeReply = z.object({
  waiting_for_signature: z._default(z.boolean(), false),
  // An upstream server may have the change signed elsewhere and return no signature.
  signature: z.optional(z.object({ id: z.string(), url: z.string() })),
  errors: ReplyErrors,
})
export type ChangeReply = z.output<typeof ChangeReply>

/** The states of a change request. */
export const changeStates = ['requested', 'waiting_for_signature', 'sent', 'done', 'refused'] as const

const ChangeRequest = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(changeStates),
  requested_at: Instant,
  updated_at: Instant,
  /** For a power change, the requested powers, P1 first. */
  power: z.optional(z.array(Kilowatts)),
  /** For an account change, the new account, masked. */
  printable_iban: z.optional(z.string()),
  /** For any other change with a value, the new value as display text. */
  value: z.optional(z.string()),
  /** Why the request failed. */
  reason: z.nullable(z.enum(['withdrawn', 'expired', 'distributor'])),
  /** Where the change is signed, while it waits for its signature. */
  signature: z.nullable(z.object({ id: z.string(), url: z.string() })),
  /** Who is waited for while the clock of a power change stands still; null while it runs. */
  waits_for: z.optional(z.nullable(z.enum(clockWaits))),
})
export type ChangeRequest = z.output<typeof ChangeRequest>

export const listChanges = call({
  method: 'GET',
  path: '/contracts/:contractName/changes/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ items: z.array(ChangeRequest) }),
  summary: 'Lists the requested changes of a contract with their status, newest first',
})

export const withdrawChange = call({
  method: 'POST',
  path: '/contracts/:contractName/changes/:changeId/withdraw',
  versions: [1, 2],
  access: 'customer',
  reply: 'nothing',
  refusals: { change_not_waiting: 409 },
  summary: 'Withdraws a request that has not been signed',
})

/** The refusals of a change of an active contract, besides an open request of the same kind. */
const commonRefusals = { contract_not_active: 409, change_not_offered: 403, invalid: 400 } as const

export const readPowerTerms = call({
  method: 'GET',
  path: '/contracts/:contractName/power/',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({
    /** The highest power of the supply point in the last three years, in kW. */
    held_power: Kilowatts,
    /** The highest average power over an interval of so many minutes in the last twelve months, by power period. */
    highest_power: z.array(z.object({ period: z.string(), power: Kilowatts, minutes: z.number(), date: z.iso.date() })),
    /** In euros. */
    connection_right: z.number(),
    /** In euros per kW, like the next field. */
    access_right: z.number(),
    extension_right: z.number(),
    /** In euros, where raising the power requires a verification of the installation; null where it does not. */
    verification_right: z.optional(z.nullable(z.number())),
    /** The highest power that may be contracted, in kW; null where it is not known. */
    highest_allowed_power: z.optional(z.nullable(Kilowatts)),
    /** The last day on which the distributor may reject another change, since the last one; null where it may not. */
    early_until: z.optional(z.nullable(z.iso.date())),
    /** In per cent, like the next field. Null where the rate is not known. */
    electricity_tax: z.nullable(z.number()),
    tax: z.nullable(z.number()),
    /** Which indirect tax `tax` is. */
    tax_kind: z.enum(indirectTaxes),
    /**
     * The prices of the product in the access tariff across 15 kW that it would change to, by period. Null where the
     * product has no prices there.
     */
    other_tariff: z.nullable(
      z.object({
        name: z.string(),
        /** In euros per kW and year. */
        power: z.array(z.number()),
        /** In euros per kWh. */
        energy: z.array(z.number()),
      }),
    ),
    /** The product's power prices in the present tariff, by period. Null where it has no prices there. */
    power_prices: z.optional(
      z.nullable(
        z.object({
          /** In euros per kW and year. */
          power: z.array(z.number()),
          /** The discount of the product, in per cent. */
          discount: z.nullable(z.number()),
        }),
      ),
    ),
  }),
  summary: 'Returns what a change of the contracted power would cost today, without and with tax',
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
  /** The last nine digits of the phone number. What precedes them is `phone_pre`. */
  phone_num: z.string().check(z.maxLength(9)),
  phone_pre: z.string().check(z.maxLength(20)),
  /** Whether the customer knows that the distributor may reject a change within twelve months of the last one. */
  accepts_early_change: z._default(z.boolean(), false),
  version: ExpectedVersion,
})
export type PowerBody = z.output<typeof PowerBody>

export const changePower = call({
  method: 'POST',
  path: '/contracts/:contractName/power/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: PowerBody,
  reply: ChangeReply,
  refusals: { ...commonRefusals, atr_not_available: 409, power_change_open: 406, power_change_too_soon: 409 },
  summary: 'Requests other contracted powers, in watts; nothing changes until the request is signed',
})

export const listAccounts = call({
  method: 'GET',
  path: '/ibans/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.object({ items: z.array(z.object({ id: z.number(), printable_iban: z.string() })) }),
  summary: 'Lists the bank accounts that have paid contracts of the customer, masked (`ES94 •••• 3157`)',
})

export const revealAccount = call({
  method: 'POST',
  path: '/ibans/:accountId/reveal',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  // Keeps the number out of the replies stored for idempotent retries.
  hasSecrets: true,
  freshAuthentication: true,
  reply: z.object({ iban: z.string() }),
  refusals: { too_many_attempts: 429 },
  summary: 'Returns the full number of one of these bank accounts; requires a recent re-authentication',
})

const IbanBody = z.strictObject({
  already_registered: z.union([z.enum(['yes', 'no']), z.boolean()]),
  bank_id: z.optional(z.nullable(z.coerce.number())),
  iban: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  owner_is_bank_owner: z.optional(z.boolean()),
  files: z.optional(z.array(SentFile).check(z.maxLength(maxFiles))),
  version: ExpectedVersion,
})
export type IbanBody = z.output<typeof IbanBody>

const accountChangeCall = {
  method: 'POST',
  path: '/contracts/:contractName/iban/',
  acceptsInlineFiles: true,
  access: 'customer',
  upstream: 'forwarded',
  body: IbanBody,
  reply: ChangeReply,
  refusals: { ...commonRefusals, iban_change_open: 409 },
} as const

export const changeAccount = call({
  ...accountChangeCall,
  versions: [1],
  summary: 'Requests another bank account for an electricity contract; it applies once the mandate is signed',
})

export const changeAccountOfGas = call({
  ...accountChangeCall,
  versions: [2],
  summary: 'Requests another bank account for a gas contract; it applies once the mandate is signed',
})

export const choosePaymentMeans = call({
  method: 'POST',
  path: '/contracts/:contractName/payment-means/',
  versions: [1, 2],
  access: 'customer',
  body: z.strictObject({ payment_means: z.enum(unsignedPaymentMeans, { error: 'payment_means_unknown' }) }),
  reply: z.object({ payment_means: z.enum(unsignedPaymentMeans) }),
  refusals: { ...commonRefusals, iban_change_open: 409 },
  summary: 'Has a contract paid by card or transfer from now on; its account is no longer charged',
})

export const requestNoSipsCession = call({
  method: 'POST',
  path: '/contracts/:contractName/no_cession_sips/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({ noCessionSelection: z.enum(sipsChoices, { error: 'sips_choice_unknown' }) }),
  reply: ChangeReply,
  refusals: { ...commonRefusals, atr_not_available: 409, sips_already_active: 409, no_cession_sips_open: 409 },
  summary: 'Requests that the register of supply points (SIPS) releases no data of a contract',
})
