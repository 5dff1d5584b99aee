import { fileURLToPath } from 'node:url'
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import type { RenderingPrograms } from '#app/rendering-program.ts'
import { clientFiles, type PortalProgram, type PortalPrograms } from './built-portal.ts'
import { brandStyleRule } from './page-assets.ts'
import { renderTemplate } from './page-template.ts'
import { type ProgramName, programOf } from './page-worker-messages.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const serverEntry = '/src/app/web/entry-server.tsx'

/**
 * Opens the portal from its current sources at each request, for development: the bundler serves them one by one and
 * notifies open pages of changes.
 */
export async function openDevelopmentPortal({
  app,
  basePath,
}: {
  app: FastifyInstance
  basePath: string
}): Promise<PortalPrograms> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: repository,
    base: `${basePath}/`,
    appType: 'custom',
    logLevel: 'warn',
    // Loaded in place: a temporary copy would trigger whatever watches the server's files.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())

  const head = await vite.transformIndexHtml('/', '')
  const renderings = () => vite.ssrLoadModule(serverEntry) as Promise<RenderingPrograms>
  const assetsOf = ({ entry }: { entry: string }): PortalProgram['assets'] => ({
    isDevelopment: true,
    additionsOf({ nonce, brand }) {
      const client = `<script type="module" src="${basePath}/${entry}"></script>`
      const withNonce = (scripts: string) => scripts.replaceAll('<script', `<script nonce="${nonce}"`)
      return {
        head: `<style nonce="${nonce}">${brandStyleRule(brand)}</style>${withNonce(head)}`,
        body: withNonce(client),
      }
    },
  })
  const createProgram = (name: ProgramName): PortalProgram => ({
    async rendering() {
      const program = programOf(await renderings(), name)
      return { ...program, renderPage: (request) => renderTemplate(program, request) }
    },
    assets: assetsOf(clientFiles[name]),
  })
  return { portal: createProgram('portal'), operatorArea: createProgram('operatorArea') }
}
