import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'
import { codeFilters, maxCodesPerBatch } from './rules.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: ['sales'] } as const

const Day = z.iso.date('not_day')
const Offset = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

const listedCampaignFields = {
  id: z.number(),
  name: z.string(),
  state: z.literal(['running', 'planned', 'ended', 'off']),
  public_code: z.nullable(z.string()),
  /** The product that the code unlocks; null if it changes no price. */
  product: z.nullable(NamedRef),
  from_day: z.string(),
  to_day: z.nullable(z.string()),
  /** The number of generated codes, each for one contract. */
  issued: z.number(),
  redeemed: z.number(),
  most_redemptions: z.nullable(z.number()),
}
const ListedCampaign = z.object(listedCampaignFields)
export type ListedCampaign = z.output<typeof ListedCampaign>

export const listCampaigns = call({
  ...readAccess,
  path: '/operator/campaigns',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedCampaign), total: z.number() }),
  summary: 'Searches campaigns by name or code, with the number of their used codes, newest first',
})

const CampaignDetails = z.object({
  ...listedCampaignFields,
  names: z.record(z.string(), z.string()),
  descriptions: z.record(z.string(), z.string()),
  url: z.nullable(z.string()),
  version: z.number(),
  today: z.string(),
})
export type CampaignDetails = z.output<typeof CampaignDetails>

export const readCampaign = call({
  ...readAccess,
  path: '/operator/campaigns/:id',
  reply: CampaignDetails,
  summary: 'Returns a campaign with its texts and limits',
})

const campaignFields = {
  names: localizedTextSchema(80),
  descriptions: localizedTextSchema(400),
  url: z.nullable(z.url({ protocol: /^https?$/, error: 'not_address' }).check(z.maxLength(300))),
  /** A code that anyone may use, in addition to the generated ones. */
  public_code: z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{3,40}$/, 'not_code'))),
  product_id: z.nullable(z.int()),
  from_day: Day,
  to_day: z.nullable(Day),
  most_redemptions: z.nullable(
    z.int32('not_count').check(z.minimum(1, 'not_count'), z.maximum(1_000_000, 'not_count')),
  ),
}

export const addCampaign = call({
  ...writeAccess,
  path: '/operator/campaigns',
  body: z.strictObject(campaignFields),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a campaign',
})

export const saveCampaign = call({
  ...writeAccess,
  path: '/operator/campaigns/:id',
  body: z.strictObject({ ...campaignFields, version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, code_taken: 409, campaign_changed: 409 },
  summary: 'Changes the texts, the code, the days and the limit of a campaign',
})

export const switchCampaign = call({
  ...writeAccess,
  path: '/operator/campaigns/:id/active',
  body: z.strictObject({ active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { campaign_changed: 409 },
  summary: 'Deactivates or reactivates all codes of a campaign',
})

export const issueCodes = call({
  ...writeAccess,
  path: '/operator/campaigns/:id/codes',
  body: z.strictObject({
    count: z.int('not_count').check(z.minimum(1, 'not_count'), z.maximum(maxCodesPerBatch, 'not_count')),
    expires_on: z.nullable(Day),
  }),
  reply: z.object({ count: z.number() }),
  refusals: { invalid: 400, campaign_over: 409 },
  summary: 'Generates codes, each valid for one contract',
})

const CouponCode = z.object({
  id: z.number(),
  code: z.string(),
  /** Whether the public code was used. */
  is_public: z.boolean(),
  state: z.literal(['open', 'redeemed', 'over', 'off']),
  issued_at: z.string(),
  expires_on: z.nullable(z.string()),
  /** The customer to whom the code belongs. */
  customer: z.nullable(NamedRef),
  redeemed_at: z.nullable(z.string()),
  /** The lead of the contract for which the code was used, until the lead is deleted. */
  lead_id: z.nullable(z.number()),
})
export type CouponCode = z.output<typeof CouponCode>

export const listCodes = call({
  ...readAccess,
  path: '/operator/campaigns/:id/codes',
  personalData: true,
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    state: z._default(z.literal(codeFilters), 'all'),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(CouponCode), total: z.number() }),
  summary: 'Lists the codes of a campaign with their owners and the leads that used them, newest first',
})

export const switchCode = call({
  ...writeAccess,
  path: '/operator/codes/:id/active',
  body: z.strictObject({ active: z.boolean() }),
  reply: 'nothing',
  refusals: { code_redeemed: 409 },
  summary: 'Deactivates or reactivates an unused code',
})
