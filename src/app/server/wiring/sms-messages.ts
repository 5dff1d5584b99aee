import { join } from 'node:path'
import type { SendMessagesDeps } from '#domains/messages/server/send-messages.ts'
import { textKindOf } from '#domains/messages/text-messages.ts'
import { createFolderSms } from '#outside/sms/folder-sms.ts'
import type { SmsSender } from '#outside/sms/sms-sender.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'

/** Returns the folder of text messages until a carrier is plugged in here. */
export function smsFolderOf({ dataFolder }: Pick<Context['config'], 'dataFolder'>): string {
  return join(dataFolder, 'sms')
}

/** Returns the carrier of text messages. */
export function openSms(config: Pick<Context['config'], 'dataFolder'>): SmsSender {
  return createFolderSms(smsFolderOf(config))
}

/** Creates a writer for the text messages in the outbox. Codes are not in the outbox: they are not stored. */
export function createSmsTextWriter(
  settings: Context['settings'],
  hrefOf: SendMessagesDeps['mailContext']['hrefOf'],
): SendMessagesDeps['textOf'] {
  return async ({ kind, values, link }, locale) => {
    const textKind = textKindOf(kind)
    if (textKind === null || textKind === 'code') throw new Error(`There is no text for ${kind}`)
    const commonValues = { retailer: settings.now().organization.name, link: await hrefOf(link!, locale) }
    return translator(locale, 'contracting.sms')(textKind, { ...values, ...commonValues })
  }
}
