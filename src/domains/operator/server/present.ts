import type { Selectable } from 'kysely'
import type { HtmlElement, HtmlRoute } from '#db/tables.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { cleanHtml } from './clean-html.ts'

export function presentRoute(route: Selectable<HtmlRoute>) {
  return {
    id: route.html_route_id,
    route_path: route.route_path,
    btn_description: route.button_description,
    btn_title: route.button_title,
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

/** A banner as clean HTML or as the picture that it is, or null when it is neither. */
export function presentBanner(banner: { html: string | null; image_base64: string | null }, basePath: string) {
  if (banner.html !== null) return { banner: cleanHtml(banner.html, { basePath }) }
  return rasterImageUrl(banner.image_base64 ?? '') ? { banner: banner.image_base64! } : null
}
