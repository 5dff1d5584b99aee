import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Version } from '#desks/common/version.ts'
import { wordsUpTo } from '#desks/common/words.ts'
import { call } from '#kit/call.ts'
import { codeFilters, mostCodes } from './rules.ts'

const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales'] } as const
const write = { method: 'POST', versions: [1], access: 'operator', roles: ['sales'] } as const

const Day = z.iso.date('not_day')
const Offset = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

const listed = {
  id: z.number(),
  name: z.string(),
  state: z.literal(['running', 'planned', 'ended', 'off']),
  public_code: z.nullable(z.string()),
  /** What the code opens; null where it changes no price. */
  product: z.nullable(z.object({ id: z.number(), name: z.string() })),
  from_day: z.string(),
  to_day: z.nullable(z.string()),
  /** Codes that were made, each for one contract. */
  issued: z.number(),
  redeemed: z.number(),
  most_redemptions: z.nullable(z.number()),
}
const ListedCampaign = z.object(listed)
export type ListedCampaign = z.output<typeof ListedCampaign>

export const listCampaigns = call({
  ...read,
  path: '/operator/campaigns',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedCampaign), total: z.number() }),
  summary: 'Campaigns with how many of their codes were used, by name or code, the newest first',
})

const ReadCampaign = z.object({
  ...listed,
  names: z.record(z.string(), z.string()),
  descriptions: z.record(z.string(), z.string()),
  url: z.nullable(z.string()),
  version: z.number(),
  today: z.string(),
})
export type ReadCampaign = z.output<typeof ReadCampaign>

export const readCampaign = call({
  ...read,
  path: '/operator/campaigns/:id',
  reply: ReadCampaign,
  summary: 'A campaign with its words and limits',
})

const Campaign = {
  names: wordsUpTo(80),
  descriptions: wordsUpTo(400),
  url: z.nullable(z.url({ protocol: /^https?$/, error: 'not_address' }).check(z.maxLength(300))),
  /** What anybody may type, beside the codes that are made. */
  public_code: z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{3,40}$/, 'not_code'))),
  product_id: z.nullable(z.int32()),
  from_day: Day,
  to_day: z.nullable(Day),
  most_redemptions: z.nullable(
    z.int32('not_count').check(z.minimum(1, 'not_count'), z.maximum(1_000_000, 'not_count')),
  ),
}

export const addCampaign = call({
  ...write,
  path: '/operator/campaigns',
  body: z.strictObject(Campaign),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a campaign',
})

export const saveCampaign = call({
  ...write,
  path: '/operator/campaigns/:id',
  body: z.strictObject({ ...Campaign, version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, code_taken: 409, campaign_changed: 409 },
  summary: 'Changes the words, the code, the days and the limit of a campaign',
})

export const switchCampaign = call({
  ...write,
  path: '/operator/campaigns/:id/active',
  body: z.strictObject({ active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { campaign_changed: 409 },
  summary: 'Switches all codes of a campaign off, or on again',
})

export const issueCodes = call({
  ...write,
  path: '/operator/campaigns/:id/codes',
  body: z.strictObject({
    count: z.int('not_count').check(z.minimum(1, 'not_count'), z.maximum(mostCodes, 'not_count')),
    expires_on: z.nullable(Day),
  }),
  reply: z.object({ count: z.number() }),
  refusals: { invalid: 400, campaign_over: 409 },
  summary: 'Makes codes, each good for one contract',
})

const Code = z.object({
  id: z.number(),
  code: z.string(),
  /** Whether it was everybody's code that was used. */
  is_public: z.boolean(),
  state: z.literal(['open', 'redeemed', 'over', 'off']),
  issued_at: z.string(),
  expires_on: z.nullable(z.string()),
  /** Whose own it is. */
  customer: z.nullable(z.object({ id: z.number(), name: z.string() })),
  redeemed_at: z.nullable(z.string()),
  /** Of the contract that it was used for, as long as that is kept. */
  lead_id: z.nullable(z.number()),
})
export type Code = z.output<typeof Code>

export const listCodes = call({
  ...read,
  path: '/operator/campaigns/:id/codes',
  personalData: true,
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    state: z._default(z.literal(codeFilters), 'all'),
    offset: Offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(Code), total: z.number() }),
  summary: 'The codes of a campaign, whose they are and by which lead they were used, the newest first',
})

export const switchCode = call({
  ...write,
  path: '/operator/codes/:id/active',
  body: z.strictObject({ active: z.boolean() }),
  reply: 'nothing',
  refusals: { code_redeemed: 409 },
  summary: 'Switches a code off that was not used, or on again',
})
