import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { cleanHtml } from '#domains/operator/server/clean-html.ts'
import { cleanTranslations } from '#domains/operator/server/html-store.ts'
import type { Content, ContentKind, KeptContent, ListedContent, Version } from '../api.ts'
import { placeOf, storedPlace } from '../rules.ts'

export type Found = { kind: ContentKind; key: string; title: string; content: KeptContent; version: number }

type Row = { key: string; title: string; version: number; total: number } & Record<string, string | number | null>

/** What operators see of each kind, with the column that tells it from others. */
const selections = {
  block: sql`select html_element_id::text as key, name as title, name, group_name, locale, page_id, html_block as html,
    block_width as width, block_height as height, priority from html_element`,
  page: sql`select html_route_id::text as key, route_path as title, route_path, button_title, button_description, translations
    from html_route`,
  banner: sql`select code as key, code as title, code, html, image_base64 as image, translations from banner`,
}

const ofKind = (kind: ContentKind) => sql`(
  select shown.*, coalesce((select max(content_version_id) from content_version
    where content_version.kind = ${kind} and content_version.key = shown.key), 0)::integer as version
  from (${selections[kind]}) as shown)`

/** A page of the content of one kind whose title holds what was typed. */
export async function contentOf(
  db: Database,
  { kind, q, offset, limit }: { kind: ContentKind; q: string; offset: number; limit: number },
): Promise<{ items: ListedContent[]; total: number }> {
  const { rows } = await sql<Row>`
    select *, count(*) over ()::integer as total from ${ofKind(kind)} as listed
    where strpos(lower(title), ${q.toLowerCase()}) > 0 or ${q} = ''
    order by lower(title), key limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map((row) => listed(kind, row)), total: rows[0]?.total ?? 0 }
}

/** A block, page or banner by its kind and key in an address. */
export async function findContent(
  db: Database,
  { kind, key }: { kind: string; key: string },
): Promise<Found | undefined> {
  if (!(kind === 'block' || kind === 'page' || kind === 'banner')) return undefined
  const { rows } = await sql<Row>`select * from ${ofKind(kind)} as found where key = ${key}`.execute(db)
  return rows[0] && { kind, ...listed(kind, rows[0]) }
}

function listed(kind: ContentKind, { key, title, version, total: _, ...columns }: Row): ListedContent {
  if (kind !== 'block') return { key, title, version, content: { kind, ...columns } }
  const { group_name, locale, ...others } = columns as { group_name: string; locale: string | null }
  return { key, title, version, content: { kind, ...others, ...placeOf({ group_name, locale }) } }
}

/** Adds content, its HTML cleaned; answers its key, or undefined when there is a banner of that code. */
export async function addOne(db: Database, content: Content): Promise<string | undefined> {
  if (content.kind === 'block') {
    const row = blockRow(content)
    const added = await db.insertInto('html_element').values(row).returning('html_element_id as id').executeTakeFirst()
    return String(added!.id)
  }
  if (content.kind === 'page') {
    const row = pageRow(content)
    const added = await db.insertInto('html_route').values(row).returning('html_route_id as id').executeTakeFirst()
    return String(added!.id)
  }
  const added = await db
    .insertInto('banner')
    .values(bannerRow(content))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return added?.code
}

/** Puts content in the place of what stands under a key. */
export async function replaceOne(db: Database, key: string, content: Content) {
  if (content.kind === 'block')
    await db.updateTable('html_element').set(blockRow(content)).where('html_element_id', '=', Number(key)).execute()
  else if (content.kind === 'page') {
    const row = pageRow(content)
    await db.updateTable('html_route').set(row).where('html_route_id', '=', Number(key)).execute()
  } else await db.updateTable('banner').set(bannerRow(content)).where('code', '=', key).execute()
}

export async function removeOne(db: Database, { kind, key }: Pick<Found, 'kind' | 'key'>) {
  if (kind === 'block') await db.deleteFrom('html_element').where('html_element_id', '=', Number(key)).execute()
  else if (kind === 'page') await db.deleteFrom('html_route').where('html_route_id', '=', Number(key)).execute()
  else await db.deleteFrom('banner').where('code', '=', key).execute()
}

function blockRow({ place, locale, page_id, name, html, width, height, priority }: Content & { kind: 'block' }) {
  return {
    ...storedPlace({ place, locale }),
    ...{ name, priority, html_block: cleanHtml(html), block_width: width || null, block_height: height || null },
    page_id: place === 'Page' ? page_id : null,
  }
}

function pageRow({ kind: _, translations = {}, ...row }: Content & { kind: 'page' }) {
  const written = Object.entries(translations).filter(([, words]) => Object.values(words).some(Boolean))
  return { ...row, translations: JSON.stringify(Object.fromEntries(written)) }
}

function bannerRow({ code, html, image, translations = {} }: Content & { kind: 'banner' }) {
  return {
    ...{ code, html: html === null ? null : cleanHtml(html), image_base64: image },
    translations: JSON.stringify(cleanTranslations(translations)),
  }
}

/** Whether the retailer has such a page. */
export async function hasPage(db: Database, pageId: number): Promise<boolean> {
  const page = db.selectFrom('html_route').select('html_route_id').where('html_route_id', '=', pageId)
  return (await page.executeTakeFirst()) !== undefined
}

/** Whether blocks stand on a page, which would go with it. */
export async function hasBlocks(db: Database, pageId: number): Promise<boolean> {
  const block = db.selectFrom('html_element').select('html_element_id').where('page_id', '=', pageId)
  return (await block.limit(1).executeTakeFirst()) !== undefined
}

/** Waits for whoever changes content at this moment, and answers what stands there after them. */
export async function findAlone(db: Kysely<DB>, { kind, key }: Found): Promise<Found | undefined> {
  await sql`lock table content_version in share row exclusive mode`.execute(db)
  return findContent(db, { kind, key })
}

/** Keeps what stood there before a change; answers the version after it. */
export async function keepVersion(
  db: Database,
  { kind, key, content, by, now }: Found & { by: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('content_version')
    .values({ kind, key, content: JSON.stringify(content), replaced_at: now, replaced_by_user_id: by })
    .returning('content_version_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** What stood there before, the last hundred, the last first. */
export async function versionsOf(db: Database, { kind, key }: Pick<Found, 'kind' | 'key'>): Promise<Version[]> {
  const rows = await db
    .selectFrom('content_version')
    .leftJoin('user_account', 'user_account.user_id', 'content_version.replaced_by_user_id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('content_version_id', 'desc')
    .limit(100)
    .select(['content_version_id as id', 'content', 'replaced_at', 'user_account.name'])
    .execute()
  return rows.map(({ id, content, replaced_at: at, name }) => ({
    id,
    content: content as KeptContent,
    replaced_at: at.toISOString(),
    replaced_by: name ?? '',
  }))
}
