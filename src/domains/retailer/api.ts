import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

const HtmlRoute = z.object({
  id: z.int(),
  route_path: z.string(),
  btn_description: z.string(),
  btn_title: z.string(),
})

const HtmlElement = z.object({
  id: z.int(),
  name: z.string(),
  group_name: z.string(),
  html_block: z.string(),
  block_height: z.nullable(z.string()),
  block_width: z.nullable(z.string()),
  priority: z.int(),
  page_id: z.nullable(z.int()),
})
/** A block of the retailer's HTML, cleaned by the server. */
export type HtmlElement = z.output<typeof HtmlElement>

export const listHtmlRoutes = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_routes',
  versions: [2],
  access: 'customer',
  reply: z.array(HtmlRoute),
  summary: 'Lists the retailer’s own pages, with the labels of the buttons that lead to them.',
})

export const listHtmlOfPage = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_elements/:pageId',
  versions: [2],
  access: 'customer',
  reply: z.array(HtmlElement),
  refusals: { not_found: 404 },
  summary: 'Lists the HTML blocks of one of these pages, in their order.',
})

export const listHtmlOfGroup = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_elements/',
  versions: [2],
  access: 'anyone',
  query: z.strictObject({ group_name: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.array(HtmlElement),
  summary: 'Lists the HTML blocks for a place in the portal, such as Login, Signup or Header, in their order.',
})

export const listBanners = call({
  method: 'GET',
  path: '/banners/',
  versions: [2],
  access: 'anyone',
  reply: z.object({ items: z.array(z.string()) }),
  summary: 'Lists the codes of the available banners.',
})

export const readBanner = call({
  method: 'GET',
  path: '/banners/:code',
  versions: [2],
  access: 'anyone',
  reply: z.object({ banner: z.string() }),
  refusals: { not_found: 404 },
  summary: 'Returns a banner: HTML, which begins with <, or an image as base64.',
})
