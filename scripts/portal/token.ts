import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { issueReadonlyToken } from '#domains/session/server/programs/issue-credentials.ts'
import { type Command, CommandError } from '../command.ts'
import { unknownUserError } from './unknown-user.ts'

export const tokenCommand: Command = {
  name: 'token',
  parameters: 'USER --readonly',
  summary: 'Prints a read-only token that shows the portal as USER sees it.',
  async run({ words, config, db, now, output }) {
    const [login, ...others] = words.filter((word) => word !== '--readonly')
    if (login === undefined || others.length)
      throw new CommandError('token takes one USER, e.g. token anna --readonly.')
    if (!words.includes('--readonly'))
      throw new CommandError(`This command creates read-only tokens only: token ${login} --readonly.`)

    const { settings } = settingsFromStored(await storedSettings(db))
    const sessionKeys = await readKeyRing(db, 'session')
    const accessToken = await issueReadonlyToken(
      { db, settings: { now: () => settings }, sessionKeys, clock: () => now },
      login,
    )
    if (!accessToken) throw unknownUserError(login)
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`
    output.note(
      `It opens ${origin}${config.basePath}/?token=... once, within ${settings.session.idleMinutes} minutes; or send it as Authorization: Bearer.`,
    )
    return accessToken
  },
}
