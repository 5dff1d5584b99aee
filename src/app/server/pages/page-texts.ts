import type { FastifyInstance } from 'fastify'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { parseLocale } from '#vocabulary/locale.ts'

type PageTextsDeps = { app: FastifyInstance; rendering: () => Promise<Pick<RenderingProgram, 'textsFileOf'>> }

/**
 * Serves the texts of a page as one file. Its name tells which, so that every server of the same version has it, and
 * contains the hash of its content; a server of another version does not have it.
 */
export function servePageTexts({ app, rendering }: PageTextsDeps) {
  app.get<{ Params: { locale: string; file: string } }>('/assets/texts/:locale/:file', async (request, reply) => {
    const { locale: language, file } = request.params
    const locale = parseLocale(language)
    const [, names] = /^([\w-]+(?:\+[\w-]+)*)\.\w+\.json$/.exec(file) ?? []
    if (!locale || !names) return reply.callNotFound()
    const { textsFileOf } = await rendering()
    const texts = await textsFileOf(locale, names.split('+')).catch(() => null)
    if (texts?.path !== `/assets/texts/${locale}/${file}`) return reply.callNotFound()
    reply.removeHeader('content-security-policy')
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(texts.json)
  })
}
