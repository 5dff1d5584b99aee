import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import {
  consentStates,
  defaultPeriodsPerPage,
  maxPartyLength,
  maxPeriodsPerPage,
  maxPurposeLength,
  sharedScopes,
} from './rules.ts'

const Day = z.iso.date()

/** What a customer lets a third party read. */
export const DataConsent = z.object({
  id: z.number(),
  /** The holder whose data it is. */
  holder: z.string(),
  third_party: z.string(),
  purpose: z.string(),
  scopes: z.array(z.enum(sharedScopes)),
  given_at: z.string(),
  renewed_at: z.nullable(z.string()),
  /** The last day on which it is valid. */
  valid_until: Day,
  /** When the third party read last, to the minute; null while it has not. */
  last_used_at: z.nullable(z.string()),
  state: z.enum(consentStates),
  ended_at: z.nullable(z.string()),
})
export type DataConsent = z.output<typeof DataConsent>

export const listDataConsents = call({
  method: 'GET',
  path: '/data_consents/',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  reply: z.object({
    items: z.array(DataConsent),
    /** The holders whose data the user may let others read. */
    holders: z.array(z.object({ id: z.number(), name: z.string() })),
    /** The last day of a consent that would be given or renewed today. */
    valid_until: Day,
  }),
  summary: 'Lists what the customer lets third parties read, and what they no longer do, newest first',
})

export const giveDataConsent = call({
  method: 'POST',
  path: '/data_consents/',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  freshAuthentication: true,
  hasSecrets: true,
  body: z.strictObject({
    holder_id: z.number().check(z.int(), z.minimum(1)),
    third_party: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxPartyLength)),
    purpose: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxPurposeLength)),
    scopes: z.array(z.enum(sharedScopes)).check(z.minLength(1, 'required'), z.maxLength(sharedScopes.length)),
  }),
  /** The access token that the customer gives to the third party. It is returned only once. */
  reply: z.object({ token: z.string(), valid_until: Day }),
  refusals: { access_tokens_too_many: 409, no_such_holder: 404 },
  summary: 'Consents to a third party reading data of a holder, and creates the access token with which it does so',
})

const oneConsent = { method: 'POST', versions: [2], access: 'customer', upstream: 'closed' } as const

export const renewDataConsent = call({
  ...oneConsent,
  path: '/data_consents/:id/renew',
  freshAuthentication: true,
  reply: z.object({ valid_until: Day }),
  refusals: { consent_ended: 409 },
  summary: 'Consents for another term from today on; the third party keeps its access token',
})

export const withdrawDataConsent = call({
  ...oneConsent,
  path: '/data_consents/:id/withdraw',
  // The key that the third party has cannot be brought back.
  body: z.strictObject({ confirmed: z.literal(true) }),
  reply: 'nothing',
  summary: 'Withdraws a consent: the third party can no longer read anything',
})

export const listOwnData = call({
  method: 'GET',
  path: '/own_data/',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  query: z.strictObject({
    offset: z._default(z.coerce.number().check(z.int32(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPeriodsPerPage)), defaultPeriodsPerPage),
  }),
  reply: z.object({
    n_items: z.number(),
    items: z.array(
      z.object({
        /** The invoice whose `curve_csv` document has the hours of the period. */
        invoice_id: z.number(),
        number: z.string(),
        contract: z.string(),
        address: z.string(),
        starts_on: Day,
        ends_on: Day,
        /** The day since which the data can be taken. */
        available_since: Day,
        /** When the customer took it last; null while nobody has. */
        taken_at: z.nullable(z.string()),
      }),
    ),
  }),
  summary: 'Lists the billed periods of electricity of two years, newest first, whose consumption can be taken',
})
export type OwnDataPeriod = z.output<typeof listOwnData.reply>['items'][number]
