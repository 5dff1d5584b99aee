import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { call } from '#kit/call.ts'
import { locales } from '#kit/locale.ts'
import { longestHtml, longestImage, places } from './rules.ts'

const access = { versions: [1], access: 'operator', roles: ['content'] } as const

const Html = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longestHtml))
const Words = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(120))
const Size = z._default(z.nullable(z.string().check(z.maxLength(12))), null)

// What is empty is not written in that language.
const OtherWords = z.string().check(z.trim(), z.maxLength(120))
const OtherHtml = z.string().check(z.trim(), z.maxLength(longestHtml))

const Block = z.strictObject({
  kind: z.literal('block'),
  name: Words,
  place: z.literal(places),
  /** Null for all of them. */
  locale: z.nullable(z.literal(locales)),
  /** Of the retailer's pages, where it stands on one. */
  page_id: z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  html: Html,
  width: Size,
  height: Size,
  priority: z.int().check(z.minimum(0), z.maximum(1000)),
})
const Page = z.strictObject({
  kind: z.literal('page'),
  route_path: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{1,60}$/, 'not_route_path')),
  button_title: Words,
  button_description: Words,
  /** In other languages than the retailer's first. */
  translations: z.optional(
    z.partialRecord(z.literal(locales), z.strictObject({ button_title: OtherWords, button_description: OtherWords })),
  ),
})
const Banner = z.strictObject({
  kind: z.literal('banner'),
  code: z.string().check(z.trim(), z.regex(/^[\w-]{1,60}$/, 'not_code')),
  /** Either HTML or a picture in base64. */
  html: z.nullable(Html),
  image: z.nullable(z.string().check(z.maxLength(longestImage))),
  /** In other languages than the retailer's first. */
  translations: z.optional(z.partialRecord(z.literal(locales), z.strictObject({ html: OtherHtml }))),
})
const Content = z.discriminatedUnion('kind', [Block, Page, Banner])
export type Content = z.output<typeof Content>
export type ContentKind = Content['kind']

/** As it stands, which programs may have written too, so that it is held to no rule. */
const TranslatedFields = z.record(z.string(), z.record(z.string(), z.string()))
const Kept = z.record(z.string(), z.union([z.string(), z.number(), z.null(), TranslatedFields]))
export type KeptContent = z.output<typeof Kept>

const ListedContent = z.object({
  key: z.string(),
  /** What tells it from others: the name of a block, the address of a page, the code of a banner. */
  title: z.string(),
  content: Kept,
  /** Of the last change; 0 where there was none. */
  version: z.number(),
})
export type ListedContent = z.output<typeof ListedContent>

export const listContent = call({
  ...access,
  method: 'GET',
  path: '/operator/content',
  query: z.strictObject({
    kind: z.literal(['block', 'page', 'banner']),
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedContent), total: z.number() }),
  summary: 'HTML blocks, pages or banners of the retailer',
})

export const addContent = call({
  ...access,
  method: 'POST',
  path: '/operator/content',
  body: Content,
  reply: z.object({ key: z.string() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a block, a page or a banner; HTML is cleaned',
})

export const saveContent = call({
  ...access,
  method: 'POST',
  path: '/operator/content/:kind/:key',
  body: z.strictObject({ content: Content, version: z.int() }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, content_changed: 409 },
  summary: 'Changes a block, a page or a banner; what stood there before is kept',
})

export const removeContent = call({
  ...access,
  method: 'POST',
  path: '/operator/content/:kind/:key/remove',
  body: z.strictObject({ version: z.int() }),
  reply: 'nothing',
  refusals: { content_changed: 409, page_has_blocks: 409 },
  summary: 'Takes a block, a banner, or a page without blocks, away; what it was is kept',
})

const Version = z.object({ id: z.number(), content: Kept, replaced_at: z.string(), replaced_by: z.string() })
export type Version = z.output<typeof Version>

export const listVersions = call({
  ...access,
  method: 'GET',
  path: '/operator/content/:kind/:key/versions',
  reply: z.object({ items: z.array(Version) }),
  summary: 'What stood there before, the last first',
})

export const previewHtml = call({
  ...access,
  method: 'POST',
  path: '/operator/content/preview',
  changesSomething: false,
  body: z.strictObject({ html: z.string().check(z.maxLength(longestHtml)) }),
  reply: z.object({ html: z.string() }),
  summary: 'HTML as it would stand, cleaned',
})
