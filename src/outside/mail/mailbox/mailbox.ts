import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { prepareFrameHtml, renderMailboxPage } from './mailbox-pages.ts'
import { type MailboxFolders, readInbox, readMessage } from './read-inbox.ts'

type MailboxDeps = {
  app: FastifyInstance
  folders: MailboxFolders
  basePath: string
  /** Returns the origin of this server as the browser of the request sees it. */
  originOf: (request: FastifyRequest) => string
  localeOf: (request: FastifyRequest) => Promise<Locale>
}

type MailboxRoute = { Params: { name: string; place: string } }

const root = '/demo/mail'
const style = readFileSync(new URL('mailbox.css', import.meta.url), 'utf8')

/**
 * Serves the mailbox of the demo, where visitors who try the portal find the messages it sends, one-time codes among
 * them. It requires no session, so it exists in the demo only.
 */
export function serveMailbox({ app, folders, basePath, originOf, localeOf }: MailboxDeps) {
  app.get(`${root}.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  app.get(root, async (request, reply) => {
    const letters = await readInbox(folders)
    return sendPage(request, reply, renderMailboxPage({ letters, locale: await localeOf(request), basePath }))
  })

  app.get<MailboxRoute>(`${root}/:name`, async (request, reply) => {
    const open = await letterOf(folders, request)
    const letters = await readInbox(folders)
    return sendPage(request, reply, renderMailboxPage({ letters, open, locale: await localeOf(request), basePath }))
  })

  serveMailContent({ app, folders, originOf })

  function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
    const mailboxAddress = originOf(request) + basePath + root
    return sendHtml(reply, html, [
      "default-src 'none'",
      `style-src ${mailboxAddress}.css`,
      `frame-src ${mailboxAddress}/`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  }
}

function serveMailContent({ app, folders, originOf }: Pick<MailboxDeps, 'app' | 'folders' | 'originOf'>) {
  app.get<MailboxRoute>(`${root}/:name/html`, async (request, reply) => {
    const mail = await mailOf(folders, request)
    // An opaque origin without scripts: the content of a mail has no access to the portal.
    const policy = [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      `frame-ancestors ${originOf(request)}`,
      'sandbox allow-popups allow-top-navigation-by-user-activation',
    ]
    return sendHtml(reply.removeHeader('x-frame-options'), prepareFrameHtml(mail), policy)
  })

  app.get<MailboxRoute>(`${root}/:name/files/:place`, async (request, reply) => {
    const file = (await mailOf(folders, request)).attachments[Number(request.params.place)]
    if (!file) throw notFound()
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      })
      .type('application/octet-stream')
      .send(file.content)
  })
}

async function letterOf(folders: MailboxFolders, { params }: FastifyRequest<MailboxRoute>) {
  const letter = await readMessage(folders, params.name)
  if (!letter) throw notFound()
  return letter
}

async function mailOf(folders: MailboxFolders, request: FastifyRequest<MailboxRoute>) {
  const letter = await letterOf(folders, request)
  if (letter.kind !== 'mail') throw notFound()
  return letter
}

function sendHtml(reply: FastifyReply, html: string, policy: string[]) {
  return reply
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}
