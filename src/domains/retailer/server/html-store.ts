import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { HtmlElement, HtmlRoute } from '#db/tables.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { selectBlocks, type Translations } from '../content-language.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { cleanHtml } from './clean-html.ts'

/** The text of the button to a page, and the HTML of a banner, in languages other than the retailer's first. */
export type PageTranslations = Translations<{ button_title: string; button_description: string }>
export type BannerTranslations = Translations<{ html: string }>

/** Returns the retailer's pages, in order of creation. */
export function findHtmlRoutes(db: Database): Promise<Selectable<HtmlRoute>[]> {
  return db.selectFrom('html_route').selectAll().orderBy('html_route_id').execute()
}

/** The requested language, and the retailer's first one. */
type ContentLanguages = { locale: Locale; fallback: Locale }

/**
 * Returns the blocks for these places of the portal in a language, lowest priority number first. Blocks of a page are
 * shown on that page only.
 */
export async function findHtmlOfGroups(
  db: Database,
  groupNames: readonly string[],
  languages: ContentLanguages,
): Promise<Selectable<HtmlElement>[]> {
  const blocks = await selectBlocksInOrder(db, languages)
    .where('group_name', 'in', groupNames)
    .where('page_id', 'is', null)
    .execute()
  const ofGroups = Map.groupBy(blocks, ({ group_name: group }) => group)
  const visible = new Set([...ofGroups.values()].flatMap((ofGroup) => selectBlocks(ofGroup, languages)))
  return blocks.filter((block) => visible.has(block))
}

/** Returns the blocks of a page in a language, in their order. Undefined if there is no such page. */
export async function findHtmlOfPage(
  db: Database,
  pageId: number,
  languages: ContentLanguages,
): Promise<Selectable<HtmlElement>[] | undefined> {
  const page = await db
    .selectFrom('html_route')
    .select('html_route_id')
    .where('html_route_id', '=', pageId)
    .executeTakeFirst()
  return (
    page && selectBlocks(await selectBlocksInOrder(db, languages).where('page_id', '=', pageId).execute(), languages)
  )
}

// A block without a language is for all languages.
function selectBlocksInOrder(db: Database, { locale, fallback }: ContentLanguages) {
  return db
    .selectFrom('html_element')
    .selectAll()
    .where((where) => where.or([where('locale', 'is', null), where('locale', 'in', [locale, fallback])]))
    .orderBy('priority')
    .orderBy('html_element_id')
}

/** Returns the codes of the stored banners. */
export async function findBannerCodes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('banner').select('code').orderBy('code').execute()
  return rows.map(({ code }) => code)
}

/** Returns the stored banner with this code. */
export function findBanner(db: Database, code: string) {
  return db
    .selectFrom('banner')
    .select(['html', 'image_base64', 'translations'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** Stores a page of the retailer, with the text of the button that leads to it. Returns its id. */
export async function insertHtmlRoute(
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
 * Stores an HTML block, cleaned, for a place of the portal or for a page. Sizes are CSS lengths such as `200px` or
 * `50%`; blocks of a place are sorted by priority, 0 first.
 */
export async function insertHtmlElement(
  db: Database,
  block: {
    name: string
    groupName: string
    html: string
    height?: string
    width?: string
    priority?: number
    pageId?: number
    /** For all languages if absent. */
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
 * Stores a banner under its code, replacing the previous one: HTML, cleaned, or an image in base64.
 * @throws when the image is not a PNG, JPEG, GIF or WebP.
 */
export async function saveBanner(
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
    throw new Error(`The picture of banner ${banner.code} is not a PNG, JPEG, GIF or WebP.`)
  await db
    .insertInto('banner')
    .values({ code: banner.code, ...content })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(content))
    .execute()
}

/** Returns the HTML of a banner in other languages, cleaned. Empty translations are left out. */
export function cleanTranslations(translations: BannerTranslations): BannerTranslations {
  const filled = Object.entries(translations).filter(([, texts]) => texts?.html.trim())
  return Object.fromEntries(filled.map(([locale, texts]) => [locale, { html: cleanHtml(texts!.html) }]))
}
