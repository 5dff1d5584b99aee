import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { locales } from '#vocabulary/locale.ts'
import { blockPositions, maxHtmlLength, maxImageLength } from './rules.ts'

const operatorAccess = { versions: [1], access: 'operator', roles: ['content'] } as const

const Html = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxHtmlLength))
const RequiredText = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(120))
const Size = z._default(z.nullable(z.string().check(z.maxLength(12))), null)

// An empty text means that there is no translation.
const TranslatedText = z.string().check(z.trim(), z.maxLength(120))
const TranslatedHtml = z.string().check(z.trim(), z.maxLength(maxHtmlLength))

const Block = z.strictObject({
  kind: z.literal('block'),
  name: RequiredText,
  place: z.literal(blockPositions),
  /** Null for all languages. */
  locale: z.nullable(z.literal(locales)),
  /** The retailer's page that holds the block, for the position `Page`. */
  page_id: z.nullable(z.int().check(z.minimum(1))),
  html: Html,
  width: Size,
  height: Size,
  priority: z.int().check(z.minimum(0), z.maximum(1000)),
})
const Page = z.strictObject({
  kind: z.literal('page'),
  route_path: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{1,60}$/, 'not_route_path')),
  button_title: RequiredText,
  button_description: RequiredText,
  /** Translations into languages other than the retailer's first. */
  translations: z.optional(
    z.partialRecord(
      z.literal(locales),
      z.strictObject({ button_title: TranslatedText, button_description: TranslatedText }),
    ),
  ),
})
const Banner = z.strictObject({
  kind: z.literal('banner'),
  code: z.string().check(z.trim(), z.regex(/^[\w-]{1,60}$/, 'not_code')),
  /** Either HTML or a base64 image is set. */
  html: z.nullable(Html),
  image: z.nullable(z.string().check(z.maxLength(maxImageLength))),
  /** Translations into languages other than the retailer's first. */
  translations: z.optional(z.partialRecord(z.literal(locales), z.strictObject({ html: TranslatedHtml }))),
})
const Content = z.discriminatedUnion('kind', [Block, Page, Banner])
export type Content = z.output<typeof Content>
export type ContentKind = Content['kind']

/** As stored. Other programs may have written it, so no limits are checked. */
const TranslatedFields = z.record(z.string(), z.record(z.string(), z.string()))
const StoredContent = z.record(z.string(), z.union([z.string(), z.number(), z.null(), TranslatedFields]))
export type StoredContent = z.output<typeof StoredContent>

const ListedContent = z.object({
  key: z.string(),
  /** The identifying field: the name of a block, the path of a page, the code of a banner. */
  title: z.string(),
  content: StoredContent,
  /** The version of the last change, or 0 without changes. */
  version: z.number(),
})
export type ListedContent = z.output<typeof ListedContent>

export const listContent = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/content',
  query: z.strictObject({
    kind: z.literal(['block', 'page', 'banner']),
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedContent), total: z.number() }),
  summary: 'Lists the retailer’s HTML blocks, pages or banners',
})

export const addContent = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/content',
  body: Content,
  reply: z.object({ key: z.string() }),
  refusals: { invalid: 400, code_taken: 409 },
  summary: 'Adds a block, a page or a banner; the HTML is sanitised',
})

export const saveContent = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/content/:kind/:key',
  body: z.strictObject({ content: Content, version: z.int() }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, content_changed: 409 },
  summary: 'Changes a block, a page or a banner; the previous version is kept',
})

export const removeContent = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/content/:kind/:key/remove',
  body: z.strictObject({ version: z.int() }),
  reply: 'nothing',
  refusals: { content_changed: 409, page_has_blocks: 409 },
  summary: 'Deletes a block, a banner, or a page without blocks; the last version is kept',
})

const ContentVersion = z.object({
  id: z.number(),
  content: StoredContent,
  replaced_at: z.string(),
  replaced_by: z.string(),
})
export type ContentVersion = z.output<typeof ContentVersion>

export const listVersions = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/content/:kind/:key/versions',
  reply: z.object({ items: z.array(ContentVersion) }),
  summary: 'Lists the previous versions, newest first',
})

export const previewHtml = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/content/preview',
  hasSideEffects: false,
  body: z.strictObject({ html: z.string().check(z.maxLength(maxHtmlLength)) }),
  reply: z.object({ html: z.string() }),
  summary: 'Previews HTML as it would be shown, sanitised',
})
