import { randomBytes } from 'node:crypto'
import { frameAttribute } from '#app/rendering-program.ts'
import type { Boot } from '#kit/boot.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { translator } from '../texts/texts.ts'
import { createTemplate, type TemplatedPage } from './page-template.ts'

type FramePageInput = { boot: Boot; basePath: string; organization: { name: string } }

/**
 * Creates the page that replaces one for which the server has no time: it has no data of its own, and the browser loads
 * and renders everything.
 */
export function createFramePage({ boot, basePath, organization }: FramePageInput): TemplatedPage & { kind: 'page' } {
  const { locale, density } = boot
  const busy = translator(locale, 'app.problems.busy')
  const loading = translator(locale, 'kit')('loading')
  const placeholder = randomBytes(16).toString('base64')
  const html = `<!DOCTYPE html><html lang="${locale}" data-density="${density}" ${frameAttribute}><head>
<meta property="csp-nonce" nonce="${placeholder}" content="${placeholder}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="base" content="${escapeHtml(basePath)}"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${escapeHtml(organization.name)}</title>
<style nonce="${placeholder}">${style}</style></head>
<body><p class="frame" role="status">${escapeHtml(loading)}</p>
<p class="frame late">${escapeHtml(`${busy('title')}. ${busy('text')}`)}</p></body></html>`
  return {
    kind: 'page',
    status: 200,
    title: organization.name,
    routeIds: boot.signedIn || boot.roles ? ['/_app'] : [],
    styleNames: [],
    template: createTemplate(html, { data: JSON.stringify({ boot }), placeholder }),
  }
}

// Without script, and if it does not load, what to do instead appears after a while.
const style = `.frame{margin:0;padding:4rem 1.5rem 0;text-align:center}
.late{visibility:hidden;animation:appear 0s 8s forwards}
@keyframes appear{to{visibility:visible}}`
