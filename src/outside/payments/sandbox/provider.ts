import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { bank } from './bank.ts'
import { cardFields, methodCall } from './card-fields.ts'
import { frameFile, fromAnywhere, type Place, root } from './frame-page.ts'

type Needs = { app: FastifyInstance; db: Kysely<DB>; clock: () => Date; place: Place; payee: () => string }

/**
 * The half of the sandbox provider that browsers see: the frame with the card fields, the call that makes a method of a
 * card, and the page of the holder's bank. It behaves as if it were elsewhere: its pages have an opaque origin and take
 * no part in the portal's session.
 */
export function sandboxProvider(needs: Needs) {
  frameFiles(needs.app)
  cardFields(needs)
  methodCall(needs)
  needs.app.register((app) => bank({ ...needs, app }))
}

const files = {
  'fields.css': 'css',
  'fields.js': 'javascript',
  'card-checks.js': 'javascript',
  'bank.css': 'css',
  'bank.js': 'javascript',
}

function frameFiles(app: FastifyInstance) {
  for (const [name, type] of Object.entries(files)) {
    const content = frameFile(name)
    app.get(`${root}/frame/${name}`, (_request, reply) =>
      fromAnywhere(reply).type(`text/${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content),
    )
  }
}
