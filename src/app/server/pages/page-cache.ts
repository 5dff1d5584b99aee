import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Boot } from '#kit/boot.ts'
import { type MadeCall, recordCalls, repeatCalls } from './page-calls.ts'
import { sizeOfTemplate, type TemplatedPage, type TemplateRequest } from './page-template.ts'

type RenderPage = (request: TemplateRequest) => Promise<TemplatedPage>
type CachedPage = { page: Extract<TemplatedPage, { kind: 'page' }>; calls: readonly MadeCall[] }

const maxPages = 400
const maxBytes = 10_000_000
// Pages name the time of the day to the minute.
const lifetimeMs = 60_000

/**
 * Renders each page once per minute and set of boot data: language, settings, consent, signed-in user and whatever else
 * it depends on. The calls of a cached page are made again for each request; the page is rendered again unless all of
 * them are answered as before.
 */
export function cachePages(renderPage: RenderPage): RenderPage {
  const pages = new LRUCache<string, CachedPage>({
    ...{ max: maxPages, maxSize: maxBytes, ttl: lifetimeMs },
    sizeCalculation: ({ page }) => sizeOfTemplate(page.template),
  })
  return async (request) => {
    if (!isCacheable(request.boot)) return renderPage(request)
    const key = keyOf(request)
    const cached = pages.get(key)
    const repeated = repeatCalls(cached?.calls ?? [], request.transport)
    if (cached && (await repeated.areSame())) return cached.page
    const recorded = recordCalls(repeated.transport)
    const page = await renderPage({ ...request, transport: recorded.transport })
    const calls = recorded.calls()
    if (page.kind === 'page' && calls) pages.set(key, { page, calls })
    return page
  }
}

/** Checks whether a page with this boot data may be the same for several requests. */
function isCacheable({ roles, problem, posted }: Boot): boolean {
  return !roles && !problem && !posted
}

function keyOf({ address, basePath, boot }: TemplateRequest): string {
  const minute = boot.now.slice(0, 'yyyy-mm-ddThh:mm'.length)
  return hash('sha256', JSON.stringify([address, basePath, { ...boot, now: minute }]), 'base64')
}
