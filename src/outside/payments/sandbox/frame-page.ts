import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The location of the provider as browsers see it. */
export type SandboxLocation = {
  /** The path under which everything is served, e.g. `/portal`. */
  basePath: string
  /** Returns the origin of this server as the browser of the request sees it. */
  originOf: (request: FastifyRequest) => string
}

export const root = '/sandbox-provider'

/** Reads a file of the provider's pages. */
export function readFrameFile(name: string): string {
  return readFileSync(new URL(`frame/${name}`, import.meta.url), 'utf8')
}

/** Adds the digests of the scripts of a page, and of those that they import, computed from the files on this server. */
export function addDigests(html: string, imported: readonly string[] = []): string {
  const withIntegrity = html.replace(
    /<script type="module" src="((?:[\w.]+\/)*)([\w-]+\.js)"/g,
    (tag, _folder: string, name: string) => `${tag} integrity="${digestOf(name)}" crossorigin`,
  )
  // An imported module is checked against the digest of the link that preloads it.
  const links = imported.map(
    (name) => `<link rel="modulepreload" href="frame/${name}" integrity="${digestOf(name)}" crossorigin>`,
  )
  return withIntegrity.replace('<script', () => `${links.join('')}<script`)
}

function digestOf(name: string): string {
  return `sha384-${createHash('sha384').update(readFrameFile(name)).digest('base64')}`
}

/** Lets a page with an opaque origin, such as the provider's, read a response. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
}

/**
 * Sends a page of the provider: with an opaque origin wherever it is served, framed by the portal only, and with no
 * permissions beyond its own files and the given directives. Addresses are written out, because the meaning of 'self'
 * in a page without an origin differs between browsers.
 */
export function sendFramePage(
  { basePath, originOf }: SandboxLocation,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  extraDirectives: (addresses: { origin: string; provider: string }) => Record<string, string> = () => ({}),
) {
  const origin = originOf(request)
  const provider = `${origin}${basePath}${root}`
  const directives = {
    'default-src': "'none'",
    'script-src': `${provider}/frame/`,
    'style-src': `${provider}/frame/`,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': origin,
    sandbox: 'allow-scripts allow-forms',
    ...extraDirectives({ origin, provider }),
  }
  const policy = Object.entries(directives).map(([name, value]) => `${name} ${value}`)
  return reply
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .send(html)
}
