import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Rendering, Renderings } from '../rendering.ts'
import { type Assets, builtAssets, type ProgramFiles } from './assets.ts'

/** What draws pages, and what dresses them in styles and scripts. */
export type PortalProgram = { rendering: () => Promise<Rendering>; assets: Assets }

/** The customers' portal and the area of operators. */
export type PortalPrograms = { portal: PortalProgram; operatorArea: PortalProgram }

/** Opens the built portal of a folder, and serves its files. */
export async function openBuiltPortal({
  app,
  folder,
  basePath,
}: {
  app: FastifyInstance
  folder: string
  basePath: string
}): Promise<PortalPrograms> {
  const renderings = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Renderings
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
  const programOf = (rendering: Rendering, files: Omit<ProgramFiles, 'screens'>, of: 'domains' | 'desks') => {
    const screens = Object.fromEntries(rendering.pages.map((page) => [page.path, sourceOf(page.screen, of)]))
    const assets = builtAssets({ folder: join(folder, 'web'), basePath, program: { ...files, screens } })
    return { rendering: async () => rendering, assets }
  }
  return {
    portal: programOf(renderings, clientFiles.portal, 'domains'),
    operatorArea: programOf(renderings.operatorArea, clientFiles.operatorArea, 'desks'),
  }
}

/** The manifest of each program, where it starts in the browser, and its frame. */
export const clientFiles = {
  portal: {
    manifest: 'manifest.json',
    entry: 'src/app/web/entry-client.tsx',
    office: 'src/app/web/shell/office.tsx',
  },
  operatorArea: {
    manifest: 'operator-manifest.json',
    entry: 'src/app/operator/entry-client.tsx',
    office: 'src/app/operator/frame.tsx',
  },
}

/** The source file of a page's screen, by which the manifest of the build names its chunk. */
export function sourceOf(screen: string, of: 'domains' | 'desks' = 'domains'): string {
  const [domain, file] = screen.split('/')
  return `src/${of}/${domain}/web/${file}.tsx`
}
