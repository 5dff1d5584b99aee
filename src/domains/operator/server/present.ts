import type { Selectable } from 'kysely'
import type { HtmlElement, HtmlRoute } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { wordsIn } from '../content-language.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { cleanHtml } from './clean-html.ts'

/** A page of the retailer, in the words of a language as far as it has some. */
export function presentRoute(route: Selectable<HtmlRoute>, locale: Locale) {
  const { button_title, button_description } = route
  const words = wordsIn({ button_title, button_description }, route.translations, locale)
  return {
    id: route.html_route_id,
    route_path: route.route_path,
    btn_description: words.button_description,
    btn_title: words.button_title,
  }
}

/** A block as it may stand on a page. It is cleaned again, because tables are also filled by other programs. */
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

/** A banner in a language as clean HTML or as the picture that it is, or null when it is neither. */
export function presentBanner(banner: BannerRow, { basePath, locale }: { basePath: string; locale: Locale }) {
  const { html } = wordsIn<{ html: string | null }>({ html: banner.html }, banner.translations, locale)
  if (html !== null) return { banner: cleanHtml(html, { basePath }) }
  return rasterImageUrl(banner.image_base64 ?? '') ? { banner: banner.image_base64! } : null
}
