import { changeSetting } from '#domains/operator/server/change-setting.ts'
import { storedSettings } from '#domains/operator/server/live-settings.ts'
import { isUnusedAddress } from '#domains/operator/server/unused-address.ts'
import { SettingError, settingAt, settingsFromStored } from '#domains/operator/settings/by-path.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { type Command, CommandError } from '../command.ts'

export const settingsGet: Command = {
  name: 'settings get',
  parameters: '[KEY]',
  summary: 'Prints a setting, a group of settings, or all of them, as JSON.',
  async run({ words, db, output }) {
    if (words.length > 1) throw new CommandError('settings get takes one KEY, e.g. invoices.itemsPerPage.')
    const [path] = words
    const { settings, problems } = settingsFromStored(await storedSettings(db))
    for (const problem of problems) output.note(`Not usable: ${problem}`)
    return JSON.stringify(path ? explained(() => settingAt(settings, path)) : settings, null, 2)
  },
}

export const settingsSet: Command = {
  name: 'settings set',
  parameters: 'KEY JSON',
  summary: 'Changes a setting; running servers follow within 5 seconds.',
  async run({ words, config, db, now }) {
    const [path, text] = words
    if (path === undefined || text === undefined || words.length > 2)
      throw new CommandError('settings set takes a KEY and its value as JSON, e.g. settings set homepage \'"home"\'.')
    const value = readJson(text)
    if (isUnusedAddress(path, value, config))
      throw new CommandError(
        `${path} leads into a private network, where nobody is led: give an address of the internet, or set PRIVATE_ADDRESSES=on.`,
      )
    const before = await changeSetting(db, { path, value, now }).catch(explain)
    // What never leaves the server may be a secret, and a terminal is remembered.
    if (catalogue.get(path)?.audience === 'server') return `${path} is changed.`
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

function explained<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): never {
  throw error instanceof SettingError ? new CommandError(error.message) : error
}
