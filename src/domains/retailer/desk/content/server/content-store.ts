import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { cleanHtml } from '../../../server/clean-html.ts'
import { cleanTranslations } from '../../../server/html-store.ts'
import type { Content, ContentKind, ContentVersion, ListedContent, StoredContent } from '../api.ts'
import { readStoredPosition, toStoredPosition } from '../rules.ts'

export type ContentRecord = { kind: ContentKind; key: string; title: string; content: StoredContent; version: number }

type ContentRow = { key: string; title: string; version: number } & Record<string, string | number | null>

/** The columns shown to operators for each kind, including the one used as title. */
const selections = {
  block: sql`select html_element_id::text as key, name as title, name, group_name, locale, page_id, html_block as html,
    block_width as width, block_height as height, priority from html_element`,
  page: sql`select html_route_id::text as key, route_path as title, route_path, button_title, button_description, translations
    from html_route`,
  banner: sql`select code as key, code as title, code, html, image_base64 as image, translations from banner`,
}

const selectKind = (kind: ContentKind) => sql`(
  select shown.*, coalesce((select max(content_version_id) from content_version
    where content_version.kind = ${kind} and content_version.key = shown.key), 0) as version
  from (${selections[kind]}) as shown)`

/** Returns a page of the content of one kind, filtered by title. */
export async function findContentPage(
  db: Database,
  { kind, q, ...range }: PageRange & { kind: ContentKind; q: string },
): Promise<ResultPage<ListedContent>> {
  const selection = {
    columns: sql`*`,
    from: sql`${selectKind(kind)} as listed`,
    where: [containsText(sql`title`, q)],
    orderBy: sql`lower(title), key`,
  }
  const { items, total } = await findPage<ContentRow>(db, selection, range)
  return { items: items.map((row) => presentContent(kind, row)), total }
}

/** Returns a block, page or banner by the kind and key from a URL. */
export async function findContent(
  db: Database,
  { kind, key }: { kind: string; key: string },
): Promise<ContentRecord | undefined> {
  if (!(kind === 'block' || kind === 'page' || kind === 'banner')) return undefined
  const { rows } = await sql<ContentRow>`select * from ${selectKind(kind)} as found where key = ${key}`.execute(db)
  return rows[0] && { kind, ...presentContent(kind, rows[0]) }
}

function presentContent(kind: ContentKind, { key, title, version, ...columns }: ContentRow): ListedContent {
  if (kind !== 'block') return { key, title, version, content: { kind, ...columns } }
  const { group_name, locale, ...others } = columns as { group_name: string; locale: string | null }
  return { key, title, version, content: { kind, ...others, ...readStoredPosition({ group_name, locale }) } }
}

/** Adds content with its HTML sanitised. Returns its key, or undefined if a banner with that code exists. */
export async function insertContent(db: Database, content: Content): Promise<string | undefined> {
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

/** Replaces the content stored under a key. */
export async function updateContent(db: Database, key: string, content: Content) {
  if (content.kind === 'block')
    await db.updateTable('html_element').set(blockRow(content)).where('html_element_id', '=', Number(key)).execute()
  else if (content.kind === 'page') {
    const row = pageRow(content)
    await db.updateTable('html_route').set(row).where('html_route_id', '=', Number(key)).execute()
  } else await db.updateTable('banner').set(bannerRow(content)).where('code', '=', key).execute()
}

export async function deleteContent(db: Database, { kind, key }: Pick<ContentRecord, 'kind' | 'key'>) {
  if (kind === 'block') await db.deleteFrom('html_element').where('html_element_id', '=', Number(key)).execute()
  else if (kind === 'page') await db.deleteFrom('html_route').where('html_route_id', '=', Number(key)).execute()
  else await db.deleteFrom('banner').where('code', '=', key).execute()
}

function blockRow({ place, locale, page_id, name, html, width, height, priority }: Content & { kind: 'block' }) {
  return {
    ...toStoredPosition({ place, locale }),
    ...{ name, priority, html_block: cleanHtml(html), block_width: width || null, block_height: height || null },
    page_id: place === 'Page' ? page_id : null,
  }
}

function pageRow({ kind: _, translations = {}, ...row }: Content & { kind: 'page' }) {
  const nonEmpty = Object.entries(translations).filter(([, texts]) => Object.values(texts).some(Boolean))
  return { ...row, translations: JSON.stringify(Object.fromEntries(nonEmpty)) }
}

function bannerRow({ code, html, image, translations = {} }: Content & { kind: 'banner' }) {
  return {
    ...{ code, html: html === null ? null : cleanHtml(html), image_base64: image },
    translations: JSON.stringify(cleanTranslations(translations)),
  }
}

/** Checks whether the retailer has a page with this id. */
export async function hasPage(db: Database, pageId: number): Promise<boolean> {
  const page = db.selectFrom('html_route').select('html_route_id').where('html_route_id', '=', pageId)
  return (await page.executeTakeFirst()) !== undefined
}

/** Checks whether a page has blocks, which would be deleted with it. */
export async function hasBlocks(db: Database, pageId: number): Promise<boolean> {
  const block = db.selectFrom('html_element').select('html_element_id').where('page_id', '=', pageId)
  return (await block.limit(1).executeTakeFirst()) !== undefined
}

/** Locks content, waiting for concurrent changes, and returns its latest state. */
export async function lockContent(db: Kysely<DB>, { kind, key }: ContentRecord): Promise<ContentRecord | undefined> {
  await sql`lock table content_version in share row exclusive mode`.execute(db)
  return findContent(db, { kind, key })
}

/** Stores the content from before a change as a version. Returns the number of the version after it. */
export async function saveVersion(
  db: Database,
  { kind, key, content, by, now }: ContentRecord & { by: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('content_version')
    .values({ kind, key, content: JSON.stringify(content), replaced_at: now, replaced_by_user_id: by })
    .returning('content_version_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the last hundred earlier versions, newest first. */
export async function findVersions(
  db: Database,
  { kind, key }: Pick<ContentRecord, 'kind' | 'key'>,
): Promise<ContentVersion[]> {
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
    content: content as StoredContent,
    replaced_at: at.toISOString(),
    replaced_by: name ?? '',
  }))
}
