// Runs next to the pages of an installed portal. It caches the files of the build, which are public, and an offline
// page; no answer of a call and no personal page is ever cached. The server replaces the capitalised words with the
// build, the base path and the languages.

const build = 'LLUM_BUILD'
const basePath = 'LLUM_BASE_PATH'
const locales = 'LLUM_LOCALES'.split(',')

const cacheName = `llum-${build}`
const lastSeenAddress = `${basePath}/offline/last-seen`
/** @type {any} */
const worker = self

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(keepOfflinePages().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(forgetOtherBuilds().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  const path = pathname.slice(basePath.length)
  if (/^\/api\/v\d+\/user\/logout\/?$/.test(path)) event.waitUntil(forgetVisit())
  if (request.method !== 'GET') return
  if (path.startsWith('/assets/')) event.respondWith(fromCacheOrNetwork(request))
  else if (request.mode === 'navigate') event.respondWith(fromNetworkOrOffline(request))
})

async function keepOfflinePages() {
  const cache = await caches.open(cacheName)
  await cache.addAll(locales.map(offlineAddress))
}

async function forgetOtherBuilds() {
  for (const name of await caches.keys()) if (name.startsWith('llum-') && name !== cacheName) await caches.delete(name)
}

/** The time of the last connection is the only stored data of a visit; signing out deletes it. */
async function forgetVisit() {
  const cache = await caches.open(cacheName)
  await cache.delete(lastSeenAddress)
}

// A file of a build is immutable: its name contains its hash.
/** @param {Request} request */
async function fromCacheOrNetwork(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') await cache.put(request.url, answer.clone())
  return answer
}

/** @param {Request} request */
async function fromNetworkOrOffline(request) {
  try {
    const answer = await fetch(request)
    const cache = await caches.open(cacheName)
    await cache.put(lastSeenAddress, new Response(new Date().toISOString()))
    return answer
  } catch (failure) {
    const page = await offlinePage(request)
    if (!page) throw failure
    return page
  }
}

/** @param {Request} request */
async function offlinePage(request) {
  const cache = await caches.open(cacheName)
  const locale = localeFor(new URL(request.url).pathname)
  const page = await cache.match(offlineAddress(locale))
  if (!page) return undefined
  const seen = await cache.match(lastSeenAddress)
  const lastSeen = seen ? new Date(await seen.text()) : null
  const text = (await page.text()).replace('LLUM_LAST_SEEN', lastSeen ? written(lastSeen, locale) : '—')
  return new Response(text, { status: 503, headers: page.headers })
}

// Languages with their own paths are recognised by them; otherwise the browser's language is used.
/** @param {string} pathname */
function localeFor(pathname) {
  const own = { ca: /\/(contractes|factures|perfil|solicituts|acces)/, es: /\/(contratos|facturas|solicitudes|acceso)/ }
  const byPath = Object.entries(own).find(([locale, path]) => locales.includes(locale) && path.test(pathname))?.[0]
  const wanted = navigator.languages.map((language) => language.slice(0, 2))
  return byPath ?? wanted.find((locale) => locales.includes(locale)) ?? /** @type {string} */ (locales[0])
}

/** @param {string} locale */
function offlineAddress(locale) {
  return `${basePath}/offline/${locale}`
}

/** @param {Date} instant @param {string} locale */
function written(instant, locale) {
  // Chromium lacks Galician, whose dates are formatted as in Spanish.
  const language = locale === 'gl' ? 'es' : locale === 'en' ? 'en-GB' : locale
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(instant)
}
