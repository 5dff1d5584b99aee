import { join } from 'node:path'
import type { SendingNeeds } from '#domains/messages/server/send-messages.ts'
import { textKindOf } from '#domains/messages/text-messages.ts'
import { folderSms } from '#outside/sms/folder-sms.ts'
import type { Sms } from '#outside/sms/sms.ts'
import type { Context } from './context.ts'
import { translator } from './texts.ts'

/** Where text messages lie until a carrier of them is put in here. */
export function smsFolderOf({ dataFolder }: Pick<Context['config'], 'dataFolder'>): string {
  return join(dataFolder, 'sms')
}

/** Who carries text messages. */
export function smsOf(config: Pick<Context['config'], 'dataFolder'>): Sms {
  return folderSms(smsFolderOf(config))
}

/** Writes the text messages that wait in the outbox. Codes do not: they are not kept. */
export function textWriter(
  settings: Context['settings'],
  hrefOf: SendingNeeds['frame']['hrefOf'],
): SendingNeeds['textOf'] {
  return async ({ kind, values, link }, locale) => {
    const textKind = textKindOf(kind)
    if (textKind === null || textKind === 'code') throw new Error(`nobody has words for ${kind}`)
    const ends = { retailer: settings.now().organization.name, link: await hrefOf(link!, locale) }
    return translator(locale, 'contracting.sms')(textKind, { ...values, ...ends })
  }
}
