import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Rendering } from '../rendering.ts'
import { type Assets, builtAssets } from './assets.ts'

/** What draws pages, and what dresses them in styles and scripts. */
export type PortalProgram = { rendering: () => Promise<Rendering>; assets: Assets }

/** Opens the built portal of a folder, and serves its files. */
export async function openBuiltPortal({
  app,
  folder,
  basePath,
}: {
  app: FastifyInstance
  folder: string
  basePath: string
}): Promise<PortalProgram> {
  const rendering = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Rendering
  const screens = Object.fromEntries(rendering.pages.map((page) => [page.path, sourceOf(page.screen)]))
  await app.register(fastifyStatic, {
    root: join(folder, 'web/assets'),
    prefix: '/assets/',
    immutable: true,
    preCompressed: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
    setHeaders(reply) {
      reply.removeHeader('content-security-policy')
      // What is built is public, and the card fields, whose page has no origin, are set in its font.
      reply.header('access-control-allow-origin', '*')
    },
  })
  return {
    rendering: async () => rendering,
    assets: builtAssets({ folder: join(folder, 'web'), basePath, screens }),
  }
}

/** The source file of a page's screen, by which the manifest of the build names its chunk. */
export function sourceOf(screen: string): string {
  const [domain, file] = screen.split('/')
  return `src/domains/${domain}/web/${file}.tsx`
}
