import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { decryptLink } from '#domains/accounts/server/mailed-link.ts'
import { communicationRoutes } from '#domains/communications/server/routes.ts'
import { signAlertLink } from '#domains/consumption-alerts/server/alert-link.ts'
import { composeRecordedDuty } from '#domains/duties/recorded-duty.ts'
import { composeAnnouncement } from '#domains/invoice-details/server/announce/announcement-reason.ts'
import { decryptResumeLink } from '#domains/leads/server/resume-link.ts'
import { messageDomainOf } from '#domains/messages/rules.ts'
import { startMessageJobs } from '#domains/messages/server/jobs.ts'
import type { MailTexts } from '#domains/messages/server/render-message.ts'
import { messageRoutes } from '#domains/messages/server/routes.ts'
import { signNewsletterLink } from '#domains/newsletter/server/signed-visits.ts'
import { decryptOperatorLink } from '#domains/operators/desk/server/operator-links.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { signCaseLink } from '#domains/support/server/case-link.ts'
import type { Serve } from '#kit/server/serve.ts'
import { createCircuitBreaker } from '#outside/circuit-breaker.ts'
import { type MailSender, PermanentlyRefusedError } from '#outside/mail/mail-sender.ts'
import { serveMailbox } from '#outside/mail/mailbox/mailbox.ts'
import { instrument } from '#outside/outbound-call.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Config } from '../process/config.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import type { Context } from './context.ts'
import { createSmsTextWriter, openSms, smsFolderOf } from './sms-messages.ts'

type MountMessagesDeps = { serve: Serve; app: FastifyInstance; context: Context; actors: Actors }

/** Registers the message routes of customers and, in the demonstration, the mailbox where mails are read. */
export function mountMessages({ serve, app, context, actors }: MountMessagesDeps) {
  const { config, isDemo, db, files } = context
  messageRoutes({ serve, db })
  communicationRoutes({ serve, db, files, textsOf: mailTextsOf })
  if (!isDemo) return
  serveMailbox({
    app,
    folders: { mail: mailFolderOf(config), sms: smsFolderOf(config) },
    basePath: config.basePath,
    originOf: (request) => ownOrigin(request, config),
    localeOf: async (request) => (await actors.actorOf(request)).locale,
  })
}

/** Starts to send messages, on a server that listens. */
export async function startMailJobs(context: Context, app: FastifyInstance) {
  const { config, db, files, settings, encryptionKeys, clock, watch } = context
  async function hrefOf(storedLink: string, locale: Locale) {
    const encryptedLink = decryptResumeLink(decryptLink(storedLink, encryptionKeys), encryptionKeys)
    const newsletterLink = await signNewsletterLink(context, decryptOperatorLink(encryptedLink, encryptionKeys))
    const signing = { keys: context.sessionKeys, now: clock() }
    const link = await signAlertLink(await signCaseLink(newsletterLink, signing), signing)
    return portalAddressOf(config, app) + ((await app.mailedAddressIn?.(link, locale)) ?? link)
  }
  return startMessageJobs({
    db,
    files,
    mail: await openMail(config, clock),
    mailContext: { textsOf: mailTextsOf, retailer: () => settings.now(), hrefOf },
    sms: openSms(config),
    textOf: createSmsTextWriter(settings, hrefOf),
    fallbackLocale: () => parseLocale(settings.now().defaultLocale) ?? 'es',
    clock,
    watch,
    log: app.log,
  })
}

async function openMail(config: Config, clock: () => Date): Promise<MailSender> {
  const { url, from } = config.mail
  // Each transport loads a library whose memory only a server that uses it should pay for.
  if (url) {
    const { createSmtpMail } = await import('#outside/mail/smtp-mail.ts')
    const isAnswer = (error: unknown) => error instanceof PermanentlyRefusedError
    const breaker = createCircuitBreaker('mail', { clock })
    const mail = instrument('mail', createSmtpMail({ url, from }), {
      methods: ['send'],
      isAnswer,
      circuit: { breaker, throwsWhenOpen: true },
    })
    return { ...mail, isCircuitOpen: () => breaker.isOpen() }
  }
  const { createMailFolder } = await import('#outside/mail/mail-folder.ts')
  return createMailFolder({ folder: mailFolderOf(config), from })
}

function mailFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'mail')
}

/** Returns the portal's URL in mails. On a developer's machine it is the host name of the session cookie. */
function portalAddressOf({ publicOrigin, basePath }: Config, app: FastifyInstance): string {
  return (publicOrigin ?? `http://localhost:${new URL(app.listeningOrigin).port}`) + basePath
}

/** The texts of mails, which are under `mails` in the texts of each domain. */
export const mailTextsOf: MailTexts = (locale, kind) => {
  const domain = messageDomainOf(kind)
  const key = kind.slice(domain.length + 1)
  const say = translator(locale, `${domain}.mails.${key}`)
  const texts = key
    .split('.')
    .reduce<unknown>((group, name) => (group as Record<string, unknown>)?.[name], messagesOf(locale)[domain]?.mails)
  return {
    text: say,
    has: (name) => Object.hasOwn(texts ?? {}, name),
    ...(kind === 'invoice-details.arrived' && {
      compose: (values) => composeAnnouncement(values, translator(locale, 'invoice-details.why'), locale),
    }),
    ...(kind === 'duties.recorded' && {
      compose: (values) => composeRecordedDuty(values, translator(locale, 'duties'), locale),
    }),
  }
}
