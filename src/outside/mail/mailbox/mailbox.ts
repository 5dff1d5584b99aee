import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#kit/locale.ts'
import { notFound } from '#kit/server/serve.ts'
import { type Folders, readInbox, readLetter } from './inbox.ts'
import { framedHtml, mailboxPage } from './mailbox-pages.ts'

type Needs = {
  app: FastifyInstance
  folders: Folders
  basePath: string
  /** The address under which the browser of a request sees this server. */
  originOf: (request: FastifyRequest) => string
  localeOf: (request: FastifyRequest) => Promise<Locale>
}

type Asked = { Params: { name: string; place: string } }

const root = '/demo/mail'
const style = readFileSync(new URL('mailbox.css', import.meta.url), 'utf8')

/**
 * The mailbox of the demonstration, where whoever tries the portal finds what it sends, one-time codes among it. It needs
 * no session, so it is there in the demonstration alone.
 */
export function mailbox({ app, folders, basePath, originOf, localeOf }: Needs) {
  app.get(`${root}.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  app.get(root, async (request, reply) => {
    const letters = await readInbox(folders)
    return sendPage(request, reply, mailboxPage({ letters, locale: await localeOf(request), basePath }))
  })

  app.get<Asked>(`${root}/:name`, async (request, reply) => {
    const open = await letterOf(request)
    const letters = await readInbox(folders)
    return sendPage(request, reply, mailboxPage({ letters, open, locale: await localeOf(request), basePath }))
  })

  app.get<Asked>(`${root}/:name/html`, async (request, reply) => {
    const mail = await mailOf(request)
    // Of an opaque origin and without scripts: what stands in a mail reaches nothing of the portal.
    const policy = [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      `frame-ancestors ${originOf(request)}`,
      'sandbox allow-popups allow-top-navigation-by-user-activation',
    ]
    return sendHtml(reply.removeHeader('x-frame-options'), framedHtml(mail), policy)
  })

  app.get<Asked>(`${root}/:name/files/:place`, async (request, reply) => {
    const file = (await mailOf(request)).attachments[Number(request.params.place)]
    if (!file) throw notFound()
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      })
      .type('application/octet-stream')
      .send(file.content)
  })

  async function letterOf({ params }: FastifyRequest<Asked>) {
    const letter = await readLetter(folders, params.name)
    if (!letter) throw notFound()
    return letter
  }

  async function mailOf(request: FastifyRequest<Asked>) {
    const letter = await letterOf(request)
    if (letter.kind !== 'mail') throw notFound()
    return letter
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
    const own = originOf(request) + basePath + root
    return sendHtml(reply, html, [
      "default-src 'none'",
      `style-src ${own}.css`,
      `frame-src ${own}/`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  }
}

function sendHtml(reply: FastifyReply, html: string, policy: string[]) {
  return reply
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}
