import { fileURLToPath } from 'node:url'
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import type { Renderings } from '../rendering.ts'
import { brandRule } from './assets.ts'
import { clientFiles, type PortalProgram, type PortalPrograms } from './built-portal.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const serverEntry = '/src/app/web/entry-server.tsx'

/**
 * Opens the portal as its sources are at each request, for those who work on it: the bundler serves them one by one and
 * tells open pages what changed.
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
    // Read as it is: a copy made for reading would be a change to whoever watches the files of the server.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())

  const head = await vite.transformIndexHtml('/', '')
  const renderings = () => vite.ssrLoadModule(serverEntry) as Promise<Renderings>
  const assetsOf = ({ entry }: { entry: string }): PortalProgram['assets'] => ({
    isDevelopment: true,
    dress(html, { nonce, brand }) {
      const client = `<script type="module" src="${basePath}/${entry}"></script>`
      const withNonce = (scripts: string) => scripts.replaceAll('<script', `<script nonce="${nonce}"`)
      return html
        .replace('</head>', () => `<style nonce="${nonce}">${brandRule(brand)}</style>${withNonce(head)}</head>`)
        .replace('</body>', () => `${withNonce(client)}</body>`)
    },
  })
  return {
    portal: { rendering: renderings, assets: assetsOf(clientFiles.portal) },
    operatorArea: {
      rendering: async () => (await renderings()).operatorArea,
      assets: assetsOf(clientFiles.operatorArea),
    },
  }
}
