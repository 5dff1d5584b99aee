import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the provider stands, as browsers see it. */
export type Place = {
  /** Under which path everything is served, e.g. `/portal`. */
  basePath: string
  /** The address under which the browser of a request sees this server. */
  originOf: (request: FastifyRequest) => string
}

export const root = '/sandbox-provider'

/** A file that the provider's pages consist of. */
export function frameFile(name: string): string {
  return readFileSync(new URL(`frame/${name}`, import.meta.url), 'utf8')
}

/** A page of the provider with its scripts, and those that they import, by the digest of what they are here. */
export function withDigests(html: string, imported: readonly string[] = []): string {
  const dressed = html.replace(
    /<script type="module" src="((?:[\w.]+\/)*)([\w-]+\.js)"/g,
    (tag, _folder: string, name: string) => `${tag} integrity="${digestOf(name)}" crossorigin`,
  )
  // A module that another imports has the digest of the link that fetched it first.
  const links = imported.map(
    (name) => `<link rel="modulepreload" href="frame/${name}" integrity="${digestOf(name)}" crossorigin>`,
  )
  return dressed.replace('<script', () => `${links.join('')}<script`)
}

function digestOf(name: string): string {
  return `sha384-${createHash('sha384').update(frameFile(name)).digest('base64')}`
}

/** Lets a page of an opaque origin, as those of the provider are, read an answer. */
export function fromAnywhere(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
}

/**
 * Sends a page of the provider: of an opaque origin wherever it stands, framed by the portal alone, and with no more
 * rights than its own files and what it is given. Addresses are written out, since what 'self' means in a page without
 * an origin differs between browsers.
 */
export function sendFramePage(
  { basePath, originOf }: Place,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  rights: (addresses: { origin: string; provider: string }) => Record<string, string> = () => ({}),
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
    ...rights({ origin, provider }),
  }
  const policy = Object.entries(directives).map(([name, value]) => `${name} ${value}`)
  return reply
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .send(html)
}
