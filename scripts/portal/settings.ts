import { changeSetting } from '#domains/retailer/server/change-setting.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { isUnusedAddress } from '#domains/retailer/server/unused-address.ts'
import { SettingError, settingAt, settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { settingCatalogue } from '#domains/retailer/settings/catalogue.ts'
import { type Command, CommandError } from '../command.ts'

export const settingsGetCommand: Command = {
  name: 'settings get',
  parameters: '[KEY]',
  summary: 'Prints a setting, a group of settings, or all of them, as JSON.',
  async run({ words, db, output }) {
    if (words.length > 1) throw new CommandError('settings get takes one KEY, e.g. invoices.itemsPerPage.')
    const [path] = words
    const { settings, problems } = settingsFromStored(await storedSettings(db))
    for (const problem of problems) output.note(`Not usable: ${problem}`)
    return JSON.stringify(path ? withCommandErrors(() => settingAt(settings, path)) : settings, null, 2)
  },
}

export const settingsSetCommand: Command = {
  name: 'settings set',
  parameters: 'KEY JSON',
  summary: 'Changes a setting; running servers apply it within 5 seconds.',
  async run({ words, config, db, now }) {
    const [path, text] = words
    if (path === undefined || text === undefined || words.length > 2)
      throw new CommandError('settings set takes a KEY and its value as JSON, e.g. settings set homepage \'"home"\'.')
    const value = readJson(text)
    if (isUnusedAddress(path, value, config))
      throw new CommandError(
        `${path} points to a private network, which is not allowed: use a public internet address, or set PRIVATE_ADDRESSES=on.`,
      )
    const before = await changeSetting(db, { path, value, now }).catch(throwCommandError)
    // A setting that never leaves the server may be a secret, and terminals keep a history.
    if (settingCatalogue.get(path)?.audience === 'server') return `${path} is changed.`
    return `${path} is ${JSON.stringify(value)} (it was ${JSON.stringify(before)}).`
  },
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${text} is not JSON. Write a text as '${JSON.stringify(text)}', quotes included.`)
  }
}

function withCommandErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return throwCommandError(error)
  }
}

function throwCommandError(error: unknown): never {
  throw error instanceof SettingError ? new CommandError(error.message) : error
}
