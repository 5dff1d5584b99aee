import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { HtmlElement, HtmlRoute } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { blocksIn, type Translations } from '../content-language.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { cleanHtml } from './clean-html.ts'

/** The words of the button to a page, and the HTML of a banner, in other languages than the retailer's first. */
export type PageTranslations = Translations<{ button_title: string; button_description: string }>
export type BannerTranslations = Translations<{ html: string }>

/** The retailer's own pages, in the order in which they were made. */
export function findHtmlRoutes(db: Database): Promise<Selectable<HtmlRoute>[]> {
  return db.selectFrom('html_route').selectAll().orderBy('html_route_id').execute()
}

/** The language that is asked for, and the retailer's first one. */
type Languages = { locale: Locale; fallback: Locale }

/**
 * The blocks for these places of the portal in a language, lowest priority number first; blocks of a page stand on that page
 * only.
 */
export async function findHtmlOfGroups(
  db: Database,
  groupNames: readonly string[],
  languages: Languages,
): Promise<Selectable<HtmlElement>[]> {
  const blocks = await inOrder(db, languages)
    .where('group_name', 'in', groupNames)
    .where('page_id', 'is', null)
    .execute()
  const ofGroups = Map.groupBy(blocks, ({ group_name: group }) => group)
  const shown = new Set([...ofGroups.values()].flatMap((ofGroup) => blocksIn(ofGroup, languages)))
  return blocks.filter((block) => shown.has(block))
}

/** The blocks of a page in a language, in their order, or undefined when there is no such page. */
export async function findHtmlOfPage(
  db: Database,
  pageId: number,
  languages: Languages,
): Promise<Selectable<HtmlElement>[] | undefined> {
  const page = await db
    .selectFrom('html_route')
    .select('html_route_id')
    .where('html_route_id', '=', pageId)
    .executeTakeFirst()
  return page && blocksIn(await inOrder(db, languages).where('page_id', '=', pageId).execute(), languages)
}

// A block without a language is for all of them.
function inOrder(db: Database, { locale, fallback }: Languages) {
  return db
    .selectFrom('html_element')
    .selectAll()
    .where((where) => where.or([where('locale', 'is', null), where('locale', 'in', [locale, fallback])]))
    .orderBy('priority')
    .orderBy('html_element_id')
}

/** The codes of the stored banners. */
export async function findBannerCodes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('banner').select('code').orderBy('code').execute()
  return rows.map(({ code }) => code)
}

/** The stored banner of this code. */
export function findBanner(db: Database, code: string) {
  return db
    .selectFrom('banner')
    .select(['html', 'image_base64', 'translations'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Keeps a page of the retailer, with the words of the button that leads to it; answers its id. */
export async function addHtmlRoute(
  db: Database,
  page: { routePath: string; buttonTitle: string; buttonDescription: string; translations?: PageTranslations },
): Promise<number> {
  const row = {
    ...{ route_path: page.routePath, button_title: page.buttonTitle, button_description: page.buttonDescription },
    translations: JSON.stringify(page.translations ?? {}),
  }
  const added = await db.insertInto('html_route').values(row).returning('html_route_id').executeTakeFirstOrThrow()
  return added.html_route_id
}

/**
 * Keeps an HTML block, cleaned, for a place of the portal or for a page. Sizes are CSS lengths such as `200px` or `50%`;
 * blocks of a place stand in the order of their priority, 0 first.
 */
export async function addHtmlElement(
  db: Database,
  block: {
    name: string
    groupName: string
    html: string
    height?: string
    width?: string
    priority?: number
    pageId?: number
    /** For all languages where it has none. */
    locale?: Locale
  },
): Promise<number> {
  const row = {
    name: block.name,
    group_name: block.groupName,
    html_block: cleanHtml(block.html),
    block_height: block.height ?? null,
    block_width: block.width ?? null,
    priority: block.priority ?? 0,
    page_id: block.pageId ?? null,
    locale: block.locale ?? null,
  }
  const added = await db.insertInto('html_element').values(row).returning('html_element_id').executeTakeFirstOrThrow()
  return added.html_element_id
}

/**
 * Keeps a banner under its code in place of the one before: HTML, cleaned, or a picture in base64.
 * @throws when the picture is no PNG, JPEG, GIF or WebP.
 */
export async function keepBanner(
  db: Database,
  banner: { code: string; translations?: BannerTranslations } & ({ html: string } | { imageBase64: string }),
) {
  const content = {
    ...('html' in banner
      ? { html: cleanHtml(banner.html), image_base64: null }
      : { html: null, image_base64: banner.imageBase64 }),
    translations: JSON.stringify(cleanTranslations(banner.translations ?? {})),
  }
  if (content.image_base64 !== null && !rasterImageUrl(content.image_base64))
    throw new Error(`The picture of banner ${banner.code} is no PNG, JPEG, GIF or WebP.`)
  await db
    .insertInto('banner')
    .values({ code: banner.code, ...content })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(content))
    .execute()
}

/** The HTML of a banner in other languages, cleaned; what is empty is left out. */
export function cleanTranslations(translations: BannerTranslations): BannerTranslations {
  const written = Object.entries(translations).filter(([, words]) => words?.html.trim())
  return Object.fromEntries(written.map(([locale, words]) => [locale, { html: cleanHtml(words!.html) }]))
}
