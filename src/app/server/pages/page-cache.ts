import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RenderedPage, RenderRequest } from '#app/rendering-program.ts'
import type { Boot } from '#kit/boot.ts'

type RenderPage = (request: RenderRequest) => Promise<RenderedPage>
type CachedPage = Extract<RenderedPage, { kind: 'page' }>

const maxPages = 200
const maxBytes = 20_000_000
// Pages name the time of the day to the minute.
const lifetimeMs = 60_000

/**
 * Renders each page of visitors who are not signed in once per minute and set of boot data: language, settings, consent
 * and whatever else it depends on. Pages that make calls are rendered anew each time. Only the nonce is exchanged.
 */
export function cachePages(renderPage: RenderPage): RenderPage {
  const pages = new LRUCache<string, CachedPage>({
    ...{ max: maxPages, maxSize: maxBytes, ttl: lifetimeMs },
    sizeCalculation: ({ html, data }) => 2 * (html.length + data.length),
  })
  // Cannot be guessed, so that no text of a page contains it.
  const placeholder = randomBytes(16).toString('base64')

  return async (request) => {
    const { boot, nonce } = request
    if (!isShared(boot)) return renderPage(request)
    const key = keyOf(request)
    const cached = pages.get(key)
    if (cached) return withNonce(cached, { placeholder, nonce })
    let hasCalls = false
    const page = await renderPage({
      ...request,
      nonce: placeholder,
      transport(call) {
        hasCalls = true
        return request.transport(call)
      },
    })
    if (page.kind !== 'page') return page
    if (!hasCalls) pages.set(key, page)
    return withNonce(page, { placeholder, nonce })
  }
}

/** Checks whether a page with this boot data may be the same for several visitors. */
function isShared({ signedIn, roles, problem, posted }: Boot): boolean {
  return !signedIn && !roles && !problem && !posted
}

function keyOf({ address, basePath, boot }: RenderRequest): string {
  return JSON.stringify([address, basePath, { ...boot, now: boot.now.slice(0, 'yyyy-mm-ddThh:mm'.length) }])
}

function withNonce(page: CachedPage, { placeholder, nonce }: { placeholder: string; nonce: string }): CachedPage {
  return { ...page, html: page.html.replaceAll(placeholder, nonce) }
}
