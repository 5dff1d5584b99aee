import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { Refused } from '#kit/refusal.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { secondsPerDay } from '#vocabulary/durations.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { drawIconPng, type IconKind } from './icons.ts'
import { renderOfflinePage } from './offline-page.ts'

type InstallFilesDeps = {
  app: FastifyInstance
  settings: Pick<LiveSettings, 'now'>
  basePath: string
  buildFolder: string
}

const icons: { file: string; sizePx: number; kind: IconKind }[] = [
  { file: 'icon-192.png', sizePx: 192, kind: 'rounded' },
  { file: 'icon-512.png', sizePx: 512, kind: 'rounded' },
  { file: 'maskable-512.png', sizePx: 512, kind: 'maskable' },
  { file: 'touch-180.png', sizePx: 180, kind: 'maskable' },
]

/**
 * Serves what lets a browser install the portal: its name, colour and icons, and the service worker with the offline
 * page.
 */
export function serveInstallFiles({ app, settings, basePath, buildFolder }: InstallFilesDeps) {
  const worker = renderServiceWorker({ basePath, build: buildHashOf(buildFolder), locales: settings.now().languages })

  app.get('/manifest.webmanifest', async (_request, reply) =>
    cacheFor(reply, 3600)
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(buildManifest(settings.now(), basePath))),
  )
  app.get('/service-worker.js', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type('text/javascript; charset=utf-8')
      .send(worker),
  )
  serveIcons(app, settings)
  serveOfflinePages(app, settings)
}

function buildManifest({ organization, brand, defaultLocale }: Settings, basePath: string) {
  const { card } = deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null })
  return {
    id: `${basePath}/`,
    name: organization.name,
    short_name: organization.name.slice(0, 30),
    lang: defaultLocale,
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'standalone',
    theme_color: card,
    background_color: '#ffffff',
    icons: icons
      .filter(({ file }) => file !== 'touch-180.png')
      .map(({ file, sizePx, kind }) => ({
        src: `${basePath}/icons/${file}`,
        sizes: `${sizePx}x${sizePx}`,
        type: 'image/png',
        purpose: kind === 'maskable' ? 'maskable' : 'any',
      })),
  }
}

function serveIcons(app: FastifyInstance, settings: InstallFilesDeps['settings']) {
  const pngCache = new Map<string, Buffer>()
  app.get<{ Params: { file: string } }>('/icons/:file', async ({ params: { file } }, reply) => {
    const icon = icons.find((each) => each.file === file)
    if (!icon) throw new Refused('not_found', 404)
    const { color } = settings.now().brand
    const key = `${color} ${file}`
    const png = pngCache.get(key) ?? drawIconPng({ color, ...icon })
    // Usually a retailer has one colour, and changes it once in years.
    if (pngCache.size < 20) pngCache.set(key, png)
    return cacheFor(reply, secondsPerDay).type('image/png').send(png)
  })
}

function serveOfflinePages(app: FastifyInstance, settings: InstallFilesDeps['settings']) {
  app.get<{ Params: { locale: string } }>('/offline/:locale', async ({ params }, reply) => {
    const { languages, organization, brand } = settings.now()
    const locale = parseLocale(params.locale)
    if (!locale || !languages.includes(locale)) throw new Refused('not_found', 404)
    const { html, policy } = renderOfflinePage({
      locale,
      name: organization.name,
      phone: organization.phone,
      color: brand.color,
    })
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

function cacheFor(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.header('cache-control', `public, max-age=${seconds}`)
}

/** Renders the service worker script of this build; a browser installs a new one for a new version of the portal. */
function renderServiceWorker({
  basePath,
  build,
  locales,
}: {
  basePath: string
  build: string
  locales: readonly string[]
}): string {
  return readFileSync(new URL('../../web/service-worker.js', import.meta.url), 'utf8')
    .replace('LLUM_BUILD', build)
    .replace('LLUM_BASE_PATH', basePath)
    .replace('LLUM_LOCALES', locales.join(','))
}

function buildHashOf(folder: string): string {
  const manifest = readFileSync(`${folder}/web/.vite/manifest.json`)
  return createHash('sha256').update(manifest).digest('hex').slice(0, 12)
}
