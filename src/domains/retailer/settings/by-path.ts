import type { Settings } from '../settings.ts'
import { settingCatalogue } from './catalogue.ts'
import { findBrokenConstraints, type SettingConstraintName } from './constraints.ts'
import { defaultSettings } from './defaults.ts'
import { describeAcceptedValues } from './english-descriptions.ts'
import { fallbackSettings } from './fallback-settings.ts'
import { findNearestNames } from './nearest-names.ts'

/** A setting that does not exist, or a value that it cannot have. The message is for the user who entered it. */
export class SettingError extends Error {
  override name = 'SettingError'
  /** The constraint between settings that the value would break, if that is the reason. */
  readonly brokenConstraint?: SettingConstraintName

  constructor(message: string, brokenConstraint?: SettingConstraintName) {
    super(message)
    this.brokenConstraint = brokenConstraint
  }
}

/**
 * Returns the value of a setting, or all values of a group such as `invoices`.
 * @throws SettingError when there is neither with that name.
 */
export function settingAt(settings: Settings, path: string): unknown {
  if (!settingCatalogue.has(path) && !memberPaths(path).length) throw unknownSettingError(path)
  return valueAt(settings, path)
}

/**
 * Returns the settings with one of them changed.
 * @throws SettingError when there is no such setting, the value does not fit it, or it contradicts another setting.
 */
export function withSetting(settings: Settings, path: string, value: unknown): Settings {
  const changed = replaceAt(settings, path, parseValue(path, value))
  const broken = findBrokenConstraints(changed).find(({ paths }) => paths.includes(path))
  if (broken) throw new SettingError(broken.message, broken.name)
  return changed
}

/**
 * Returns the settings of a retailer from its stored values by path. Missing ones have the default. An unusable stored
 * value gives its setting the closed value, and a sentence for the log.
 */
export function settingsFromStored(stored: Readonly<Record<string, unknown>>): {
  settings: Settings
  problems: string[]
} {
  const problems: string[] = []
  let settings = defaultSettings
  for (const [path, value] of Object.entries(stored)) {
    try {
      settings = replaceAt(settings, path, parseValue(path, value))
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      problems.push(error.message)
      if (settingCatalogue.has(path)) settings = withFallbackValue(settings, path)
    }
  }
  for (const { paths, message } of findBrokenConstraints(settings)) {
    problems.push(message)
    settings = paths.reduce(withFallbackValue, settings)
  }
  return { settings, problems }
}

function parseValue(path: string, value: unknown): unknown {
  const setting = settingCatalogue.get(path)
  if (!setting) throw unknownSettingError(path)
  const parsed = setting.kind.safeParse(value)
  // The value is not repeated: it may be a secret, and the message may end up in a log.
  if (!parsed.success) throw new SettingError(`${path} must be ${describeAcceptedValues(setting)}.`)
  return parsed.data
}

function unknownSettingError(path: string): SettingError {
  const members = memberPaths(path)
  if (members.length) return new SettingError(`${path} is a group of settings: ${members.join(', ')}.`)
  const near = findNearestNames(path, [...settingCatalogue.keys()])
  const advice = near.length ? `Did you mean ${near.join(' or ')}?` : 'docs/settings.md lists them all.'
  return new SettingError(`There is no setting ${path}. ${advice}`)
}

function memberPaths(path: string): string[] {
  return [...settingCatalogue.keys()].filter((name) => name.startsWith(`${path}.`))
}

function withFallbackValue(settings: Settings, path: string): Settings {
  return replaceAt(settings, path, valueAt(fallbackSettings, path))
}

type Tree = { [name: string]: unknown }

/** Returns the value at a path that is known to exist. */
export function valueAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((tree, name) => (tree as Tree)[name], settings)
}

function replaceAt(settings: Settings, path: string, value: unknown): Settings {
  return replaceInTree(settings, path.split('.'), value) as Settings
}

function replaceInTree(tree: Tree, [name = '', ...inner]: string[], value: unknown): Tree {
  return { ...tree, [name]: inner.length ? replaceInTree(tree[name] as Tree, inner, value) : value }
}
