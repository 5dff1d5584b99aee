import type { Selectable } from 'kysely'
import type { HtmlElement, HtmlRoute } from '#db/tables.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translateInto } from '../content-language.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { cleanHtml } from './clean-html.ts'

/** Returns a page of the retailer, with its texts in a language as far as they are translated. */
export function presentRoute(route: Selectable<HtmlRoute>, locale: Locale) {
  const { button_title, button_description } = route
  const texts = translateInto({ button_title, button_description }, route.translations, locale)
  return {
    id: route.html_route_id,
    route_path: route.route_path,
    btn_description: texts.button_description,
    btn_title: texts.button_title,
  }
}

/** Returns a block as it may appear on a page. It is cleaned again, because other programs also fill the tables. */
export function presentElement(element: Selectable<HtmlElement>, basePath: string) {
  return {
    id: element.html_element_id,
    name: element.name,
    group_name: element.group_name,
    html_block: cleanHtml(element.html_block, { basePath }),
    block_height: element.block_height,
    block_width: element.block_width,
    priority: element.priority,
    page_id: element.page_id,
  }
}

type BannerRow = { html: string | null; image_base64: string | null; translations: unknown }

/** Returns a banner in a language as clean HTML or as its image. Null if it is neither. */
export function presentBanner(banner: BannerRow, { basePath, locale }: { basePath: string; locale: Locale }) {
  const { html } = translateInto<{ html: string | null }>({ html: banner.html }, banner.translations, locale)
  if (html !== null) return { banner: cleanHtml(html, { basePath }) }
  return rasterImageUrl(banner.image_base64 ?? '') ? { banner: banner.image_base64! } : null
}
