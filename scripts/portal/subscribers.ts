import { mailLinkDays } from '#domains/newsletter/rules.ts'
import { findSubscribersOf } from '#domains/newsletter/server/find-subscribers-of.ts'
import { createNewsletterLink } from '#domains/newsletter/server/newsletter-link.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { parseId } from '#kit/parse-id.ts'
import { type Command, CommandError } from '../command.ts'

export const subscribersCommand: Command = {
  name: 'subscribers',
  parameters: 'NUMBER',
  summary: 'Prints the readers of a newsletter as CSV, each with the List-Unsubscribe link for their mails.',
  async run({ words: [number = '', ...others], config, db, now }) {
    const newsletterId = parseId(number)
    if (newsletterId === undefined || others.length)
      throw new CommandError('subscribers takes the NUMBER of one newsletter, e.g. subscribers 1.')
    const newsletter = await findSubscribersOf(db, newsletterId)
    if (!newsletter) throw new CommandError(`There is no newsletter ${number}.`)
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`
    const keys = await readKeyRing(db, 'newsletter')
    const lines = newsletter.readers.map(async ({ subscriberId, email, locale }) => {
      const holder = { subscriberId, newsletterId }
      // The system that manages the list of an exported newsletter also handles unsubscribing.
      const link = newsletter.isExported ? null : await createNewsletterLink(holder, { keys, now, days: mailLinkDays })
      return [email, locale, link === null ? '' : origin + config.basePath + link].join(',')
    })
    return ['email,language,list_unsubscribe', ...(await Promise.all(lines))].join('\n')
  },
}
