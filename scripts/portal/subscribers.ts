import { mailLinkDays } from '#domains/newsletter/rules.ts'
import { newsletterLink } from '#domains/newsletter/server/link.ts'
import { readersOf } from '#domains/newsletter/server/readers.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { type Command, CommandError } from '../command.ts'

export const subscribers: Command = {
  name: 'subscribers',
  parameters: 'NUMBER',
  summary: 'Prints who reads a newsletter, as CSV, each with the link of List-Unsubscribe for their mails.',
  async run({ words: [number = '', ...others], config, db, now }) {
    if (!/^[1-9]\d{0,8}$/.test(number) || others.length)
      throw new CommandError('subscribers takes the NUMBER of one newsletter, e.g. subscribers 1.')
    const found = await readersOf(db, Number(number))
    if (!found) throw new CommandError(`There is no newsletter ${number}.`)
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`
    const keys = await readKeyRing(db, 'newsletter')
    const lines = found.readers.map(async ({ subscriberId, email, locale }) => {
      const holder = { subscriberId, newsletterId: Number(number) }
      // Whoever keeps the list of an exported one also lets people leave it.
      const link = found.isExported ? null : await newsletterLink(holder, { keys, now, days: mailLinkDays })
      return [email, locale, link === null ? '' : origin + config.basePath + link].join(',')
    })
    return ['email,language,list_unsubscribe', ...(await Promise.all(lines))].join('\n')
  },
}
