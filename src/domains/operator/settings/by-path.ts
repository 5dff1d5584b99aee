import type { Settings } from '../settings.ts'
import { type AgreementName, brokenAgreements } from './agreements.ts'
import { catalogue } from './catalogue.ts'
import { closedSettings } from './closed.ts'
import { defaultSettings } from './defaults.ts'
import { acceptedInEnglish } from './in-english.ts'
import { nearestNames } from './nearest-names.ts'

/** A setting that does not exist, or a value that it cannot have; the message is for whoever typed it. */
export class SettingError extends Error {
  override name = 'SettingError'
  /** The agreement between settings that it would break, where it is that. */
  readonly breaks?: AgreementName

  constructor(message: string, breaks?: AgreementName) {
    super(message)
    this.breaks = breaks
  }
}

/**
 * The value of a setting, or all values of a group such as `invoices`.
 * @throws SettingError when there is neither of that name.
 */
export function settingAt(settings: Settings, path: string): unknown {
  if (!catalogue.has(path) && !membersOf(path).length) throw unknownSetting(path)
  return valueAt(settings, path)
}

/**
 * The settings with one of them changed.
 * @throws SettingError when there is no such setting, the value does not fit it, or it contradicts another setting.
 */
export function withSetting(settings: Settings, path: string, value: unknown): Settings {
  const changed = replaced(settings, path, fittingValue(path, value))
  const broken = brokenAgreements(changed).find(({ between }) => between.includes(path))
  if (broken) throw new SettingError(broken.otherwise, broken.name)
  return changed
}

/**
 * The settings of a retailer from the values it keeps by path; what it does not keep has the default. A kept value that
 * cannot be used gives its setting the closed value, and a sentence for the log.
 */
export function settingsFromStored(stored: Readonly<Record<string, unknown>>): {
  settings: Settings
  problems: string[]
} {
  const problems: string[] = []
  let settings = defaultSettings
  for (const [path, value] of Object.entries(stored)) {
    try {
      settings = replaced(settings, path, fittingValue(path, value))
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      problems.push(error.message)
      if (catalogue.has(path)) settings = closed(settings, path)
    }
  }
  for (const { between, otherwise } of brokenAgreements(settings)) {
    problems.push(otherwise)
    settings = between.reduce(closed, settings)
  }
  return { settings, problems }
}

function fittingValue(path: string, value: unknown): unknown {
  const setting = catalogue.get(path)
  if (!setting) throw unknownSetting(path)
  const parsed = setting.kind.safeParse(value)
  // The value is not repeated: it may be a secret, and the message may end in a log.
  if (!parsed.success) throw new SettingError(`${path} must be ${acceptedInEnglish(setting)}.`)
  return parsed.data
}

function unknownSetting(path: string): SettingError {
  const members = membersOf(path)
  if (members.length) return new SettingError(`${path} is a group of settings: ${members.join(', ')}.`)
  const near = nearestNames(path, [...catalogue.keys()])
  const advice = near.length ? `Did you mean ${near.join(' or ')}?` : 'docs/settings.md lists them all.'
  return new SettingError(`There is no setting ${path}. ${advice}`)
}

function membersOf(path: string): string[] {
  return [...catalogue.keys()].filter((name) => name.startsWith(`${path}.`))
}

function closed(settings: Settings, path: string): Settings {
  return replaced(settings, path, valueAt(closedSettings, path))
}

type Tree = { [name: string]: unknown }

/** The value at a path that is known to exist. */
export function valueAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((tree, name) => (tree as Tree)[name], settings)
}

function replaced(settings: Settings, path: string, value: unknown): Settings {
  return replacedIn(settings, path.split('.'), value) as Settings
}

function replacedIn(tree: Tree, [name = '', ...inner]: string[], value: unknown): Tree {
  return { ...tree, [name]: inner.length ? replacedIn(tree[name] as Tree, inner, value) : value }
}
