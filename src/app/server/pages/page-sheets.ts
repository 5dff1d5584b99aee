import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const prefix = '/assets/sheets/'
const assets = 'assets/'

/** Returns the path of several style sheets of a build as one, in their order. */
export function pathOfSheets(files: readonly string[]): string {
  return `${prefix}${files.map((file) => file.slice(assets.length, -'.css'.length)).join('+')}.css`
}

/** Returns a function that reads a style sheet of a build, once. */
export function sheetReader(folder: string, basePath: string): (file: string) => string {
  const sheets = new Map<string, string>()
  return (file) => {
    const cached = sheets.get(file)
    if (cached !== undefined) return cached
    // URLs in a style sheet are relative to its file, which no longer holds elsewhere.
    const text = readFileSync(join(folder, file), 'utf8').replace(
      /url\(\.?\/?([\w.-]+)\)/g,
      `url(${basePath}/${dirname(file)}/$1)`,
    )
    sheets.set(file, text)
    return text
  }
}

/**
 * Serves the style sheets of a page as one file. Their names tell which, so that every server has it, and contain the hashes
 * of their content.
 */
export function servePageSheets({ app, folder, basePath }: { app: FastifyInstance; folder: string; basePath: string }) {
  const sheetOf = sheetReader(folder, basePath)
  app.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
    const names = request.params['*'].replace(/\.css$/, '').split('+')
    if (!names.every((name) => /^(operator\/)?[\w-]+$/.test(name))) return reply.callNotFound()
    try {
      const text = names.map((name) => sheetOf(`${assets}${name}.css`)).join('\n')
      reply.removeHeader('content-security-policy')
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return reply.callNotFound()
    }
  })
}
