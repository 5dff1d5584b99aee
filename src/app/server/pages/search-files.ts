import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProgramPaths } from '#app/rendering-program.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Config } from '../process/config.ts'
import { renderRobotsTxt, renderSitemap } from './search-tags.ts'

type SearchFilesDeps = {
  app: FastifyInstance
  config: Config
  settings: { now(): Settings }
  rendering: () => Promise<ProgramPaths>
}

/** Serves the files that search engines read: what they may fetch, and the sitemap. */
export function serveSearchFiles({ app, config, settings, rendering }: SearchFilesDeps) {
  const { basePath } = config
  const rootOf = (request: FastifyRequest) => ownOrigin(request, config) + basePath
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(renderRobotsTxt({ root: rootOf(request), basePath })),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(renderSitemap({ rendering: await rendering(), settings: settings.now(), root: rootOf(request) })),
  )
}
