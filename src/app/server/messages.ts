import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openedOperatorLink } from '#desks/operators/server/invite.ts'
import { openedLink } from '#domains/accounts/server/mailed-link.ts'
import { openedResumeLink } from '#domains/leads/server/resume-link.ts'
import { domainOf } from '#domains/messages/rules.ts'
import { startMessageJobs } from '#domains/messages/server/jobs.ts'
import { messageRoutes } from '#domains/messages/server/routes.ts'
import type { MailTexts } from '#domains/messages/server/words.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { watched } from '#outside/asked.ts'
import { circuitBreaker } from '#outside/circuit-breaker.ts'
import { type Mail, RefusedForGood } from '#outside/mail/mail.ts'
import { mailbox } from '#outside/mail/mailbox/mailbox.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { ownOrigin } from './http.ts'
import { signedLink } from './newsletters.ts'
import { smsFolderOf, smsOf, textWriter } from './text-messages.ts'
import { messagesOf, translator } from './texts.ts'

type Needs = { serve: Serve; app: FastifyInstance; context: Context; actors: Actors }

/** Mounts what customers ask of messages and, in the demonstration, the mailbox where they are read. */
export function mountMessages({ serve, app, context, actors }: Needs) {
  const { config, isDemo, db, files } = context
  messageRoutes({ serve, db, files, textsOf: mailTexts })
  if (!isDemo) return
  mailbox({
    app,
    folders: { mail: mailFolderOf(config), sms: smsFolderOf(config) },
    basePath: config.basePath,
    originOf: (request) => ownOrigin(request, config),
    localeOf: async (request) => (await actors.actorOf(request)).locale,
  })
}

/** Begins to send messages, on a server that listens. */
export async function messageJobs(context: Context, app: FastifyInstance) {
  const { config, db, files, settings, sealingKeys, clock } = context
  async function hrefOf(kept: string, locale: Locale) {
    const sealed = openedResumeLink(openedLink(kept, sealingKeys), sealingKeys)
    const link = await signedLink(context, openedOperatorLink(sealed, sealingKeys))
    return portalAddress(config, app) + ((await app.addressIn?.(link, locale)) ?? link)
  }
  return startMessageJobs({
    db,
    files,
    mail: await mailOf(config, clock),
    frame: { textsOf: mailTexts, retailer: () => settings.now(), hrefOf },
    sms: smsOf(config),
    textOf: textWriter(settings, hrefOf),
    fallbackLocale: () => parseLocale(settings.now().defaultLocale) ?? 'es',
    clock,
    log: app.log,
  })
}

async function mailOf(config: Config, clock: () => Date): Promise<Mail> {
  const { url, from } = config.mail
  // Each brings a library along whose memory only a server that sends by it should give.
  if (url) {
    const { createSmtpMail } = await import('#outside/mail/smtp-mail.ts')
    const isAnswer = (error: unknown) => error instanceof RefusedForGood
    const breaker = circuitBreaker('mail', { clock })
    const mail = watched('mail', createSmtpMail({ url, from }), {
      asking: ['send'],
      isAnswer,
      circuit: { breaker, throws: true },
    })
    return { ...mail, isHeldBack: () => breaker.isHoldingBack() }
  }
  const { createMailFolder } = await import('#outside/mail/mail-folder.ts')
  return createMailFolder({ folder: mailFolderOf(config), from })
}

function mailFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'mail')
}

/** The portal as readers of mails open it. On one's own machine that is the name under which one is signed in. */
function portalAddress({ publicOrigin, basePath }: Config, app: FastifyInstance): string {
  return (publicOrigin ?? `http://localhost:${new URL(app.listeningOrigin).port}`) + basePath
}

/** The texts of mails, which stand under `mails` in the texts of each domain. */
export const mailTexts: MailTexts = (locale, kind) => {
  const domain = domainOf(kind)
  const key = kind.slice(domain.length + 1)
  const say = translator(locale, `${domain}.mails.${key}`)
  const texts = key
    .split('.')
    .reduce<unknown>((group, name) => (group as Record<string, unknown>)?.[name], messagesOf(locale)[domain]?.mails)
  return { say, has: (name) => Object.hasOwn(texts ?? {}, name) }
}
