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
/** A block of HTML of the retailer, cleaned by the server. */
export type HtmlElement = z.output<typeof HtmlElement>

export const listHtmlRoutes = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_routes',
  versions: [2],
  access: 'customer',
  reply: z.array(HtmlRoute),
  summary: 'The pages of the retailer itself, with the words of the buttons that lead to them.',
})

export const listHtmlOfPage = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_elements/:pageId',
  versions: [2],
  access: 'customer',
  reply: z.array(HtmlElement),
  refusals: { not_found: 404 },
  summary: 'The HTML blocks of one of these pages, in their order.',
})

export const listHtmlOfGroup = call({
  method: 'GET',
  path: '/ov_customize/html_dinamic_elements/',
  versions: [2],
  access: 'anyone',
  query: z.strictObject({ group_name: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.array(HtmlElement),
  summary: 'The HTML blocks for a place of the portal, such as Login, Signup or Header, in their order.',
})

export const listBanners = call({
  method: 'GET',
  path: '/banners/',
  versions: [2],
  access: 'anyone',
  reply: z.object({ items: z.array(z.string()) }),
  summary: 'The codes of the banners that there are.',
})

export const readBanner = call({
  method: 'GET',
  path: '/banners/:code',
  versions: [2],
  access: 'anyone',
  reply: z.object({ banner: z.string() }),
  refusals: { not_found: 404 },
  summary: 'A banner: HTML, which begins with <, or an image as base64.',
})
