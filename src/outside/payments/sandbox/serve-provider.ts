import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { serveCardFields, serveMethodCall } from './card-fields.ts'
import { allowAnyOrigin, readFrameFile, root, type SandboxLocation } from './frame-page.ts'
import { serveBank } from './serve-bank.ts'

type SandboxProviderDeps = {
  app: FastifyInstance
  db: Kysely<DB>
  clock: () => Date
  location: SandboxLocation
  payee: () => string
}

/**
 * Serves the browser-facing half of the sandbox provider: the frame with the card fields, the call that creates a
 * method for a card, and the page of the holder's bank. It behaves like an external provider: its pages have an opaque
 * origin and no access to the portal's session.
 */
export function serveSandboxProvider(deps: SandboxProviderDeps) {
  serveFrameFiles(deps.app)
  serveCardFields(deps)
  serveMethodCall(deps)
  deps.app.register((app) => serveBank({ ...deps, app }))
}

const files = {
  'fields.css': 'css',
  'fields.js': 'javascript',
  'card-checks.js': 'javascript',
  'bank.css': 'css',
  'bank.js': 'javascript',
}

function serveFrameFiles(app: FastifyInstance) {
  for (const [name, type] of Object.entries(files)) {
    const content = readFrameFile(name)
    app.get(`${root}/frame/${name}`, (_request, reply) =>
      allowAnyOrigin(reply).type(`text/${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content),
    )
  }
}
