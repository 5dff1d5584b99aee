import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ProgramsPaths } from '#app/rendering-program.ts'
import { screenFileOf } from '#app/screen-file.ts'
import { type Assets, loadBuiltAssets } from './page-assets.ts'
import { cachePages } from './page-cache.ts'
import { servePageSheets } from './page-sheets.ts'
import type { ServerProgram } from './page-template.ts'
import type { ProgramName } from './page-worker-messages.ts'
import { openPageWorkers, type PageLimits } from './page-workers.ts'

/** A rendering program and its styles and scripts. */
export type PortalProgram = { rendering: () => Promise<ServerProgram>; assets: Assets }

/** The programs of the portal and of the back office. */
export type PortalPrograms = { portal: PortalProgram; operatorArea: PortalProgram }

/** Opens the portal built in a folder, and serves its files. */
export async function openBuiltPortal({
  app,
  folder,
  basePath,
  pageLimits,
}: {
  app: FastifyInstance
  folder: string
  basePath: string
  pageLimits?: PageLimits
}): Promise<PortalPrograms> {
  const entryOf = (name: string) => pathToFileURL(join(folder, `server/${name}.js`)).href
  // What renders is loaded by the threads alone, with React and the texts of all pages.
  const paths = (await import(entryOf('entry-paths'))) as ProgramsPaths
  const workers = openPageWorkers(entryOf('entry-server'), pageLimits)
  app.addHook('onClose', () => workers.stop())
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
      // Built files are public, and the card fields, whose page has no origin, use its font.
      reply.header('access-control-allow-origin', '*')
    },
  })
  servePageSheets({ app, folder: join(folder, 'web'), basePath })
  const createProgram = (name: ProgramName): PortalProgram => {
    const program = name === 'portal' ? paths : paths.operatorPaths
    const screens = Object.fromEntries(program.pages.map((page) => [page.path, screenSourceOf(page.screen)]))
    const assets = loadBuiltAssets({
      ...{ folder: join(folder, 'web'), basePath },
      program: { ...clientFiles[name], screens },
    })
    const rendering = { ...program, renderPage: cachePages((request) => workers.render(name, request)) }
    return { rendering: async () => rendering, assets }
  }
  return { portal: createProgram('portal'), operatorArea: createProgram('operatorArea') }
}

/** The manifest of each program, its browser entry, and its layout. */
export const clientFiles = {
  portal: {
    manifest: 'manifest.json',
    entry: 'src/app/web/entry-client.tsx',
    layout: 'src/app/web/shell/app-layout.tsx',
  },
  operatorArea: {
    manifest: 'operator-manifest.json',
    entry: 'src/app/operator/entry-client.tsx',
    layout: 'src/app/operator/operator-layout.tsx',
  },
}

/** Returns the source file of a page's screen, by which the build manifest names its chunk. */
export function screenSourceOf(screen: string): string {
  return `src/${screenFileOf(screen)}`
}
