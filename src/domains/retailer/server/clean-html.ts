import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'
import { rasterImageUrl } from '../raster-image.ts'

/**
 * The HTML that a retailer may write: text with headings, lists, tables, images and links, and nothing that runs,
 * posts, frames, loads from elsewhere, or changes how the page around it looks. Documented for retailers in
 * docs/operator-html.md.
 */
export const allowedHtml = {
  tags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'div', 'span', 'blockquote', 'details', 'summary'],
    ...['strong', 'b', 'em', 'i', 'small', 'sub', 'sup', 'abbr', 'a'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['figure', 'figcaption', 'img'],
  ],
  attributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'hreflang', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  } as Record<string, string[]>,
  /** Where links may lead, besides paths of the portal. */
  linkSchemes: ['https', 'mailto', 'tel'],
} as const

/**
 * Returns untrusted HTML without everything that is not allowed. Cleaning is idempotent. Links to portal paths are
 * prefixed with the base path, if one is given.
 */
export function cleanHtml(html: string, { basePath = '' }: { basePath?: string } = {}): string {
  return sanitizeHtml(html, {
    ...options,
    transformTags: { h1: 'h2', a: linkTransformer(basePath), img: transformImage },
  })
}

const options: IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: allowedHtml.attributes,
  allowedSchemes: [...allowedHtml.linkSchemes],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'object',
    'svg',
    'math',
  ],
  nestingLimit: 30,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

function linkTransformer(basePath: string) {
  return (tagName: string, { href, ...others }: Attributes) => ({
    tagName,
    attribs: { ...others, ...resolveLink(href, basePath) },
  })
}

const portalOrigin = 'http://portal.invalid'

// Parsed as a browser would: `/\host`, `/<tab>/host` and `//host` lead to another site, whatever they look like.
function resolveLink(href: string | undefined, basePath: string): Attributes {
  const address = href === undefined ? null : URL.parse(href.trim(), portalOrigin)
  if (!address) return {}
  if (address.origin === portalOrigin) return href!.trim().startsWith('/') ? { href: basePath + pathOf(address) } : {}
  if (!allowedHtml.linkSchemes.some((scheme) => address.protocol === `${scheme}:`)) return {}
  return { href: address.href, ...(address.protocol === 'https:' ? { rel: 'noopener noreferrer' } : {}) }
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash
}

// An image embeds its bytes: the policy of the pages loads none from elsewhere, so that no third party learns who views
// it.
function transformImage(tagName: string, { src, alt = '', ...others }: Attributes) {
  const url = rasterImageUrl(/^data:[^,]*;base64,(.*)$/is.exec(src ?? '')?.[1] ?? '')
  return { tagName, attribs: { ...others, alt, ...(url ? { src: url } : {}) } as Attributes }
}
