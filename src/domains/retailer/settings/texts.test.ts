import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { acceptedTextArguments } from './accepted-values.ts'
import { valueAt } from './by-path.ts'
import { settingCatalogue } from './catalogue.ts'
import ca from './texts/ca.json'
import de from './texts/de.json'
import en from './texts/en.json'
import es from './texts/es.json'
import fr from './texts/fr.json'
import gl from './texts/gl.json'

const settings = [...settingCatalogue.values()]
const written = (value: string | number) => `“${value}”`

test('Spanish texts describe every setting, and nothing else', () => {
  expect(pathsOf(es.purposes).sort()).toEqual([...settingCatalogue.keys()].sort())
})

test.each(Object.entries({ ca, es, en, gl, fr, de }))(
  '%s texts give each setting a short and unique name',
  (_, messages) => {
    expect(pathsOf(messages.names).sort()).toEqual([...settingCatalogue.keys()].sort())
    const names = settings.map(({ path }) => String(valueAt(messages.names as never, path)))
    expect(names.filter((name) => !/^\p{Lu}.{1,48}[^.]$/u.test(name))).toEqual([])
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  },
)

test('texts describe every kind of value, and nothing else', () => {
  expect(Object.keys(es.accepts).sort()).toEqual([...new Set(settings.map(({ kindName }) => kindName))].sort())
})

test('texts name every unit of a whole number', () => {
  const units = new Set(settings.flatMap(({ unit }) => unit ?? []))
  expect([...units].filter((unit) => !es.accepts.whole_number.includes(` ${unit} {`))).toEqual([])
})

test('notes exist only for existing groups', () => {
  expect(Object.keys(es.notes).filter((name) => !(name in es.groups))).toEqual([])
})

test.each(Object.entries({ ca, es, en, gl, fr, de }))(
  '%s texts describe each setting in one sentence',
  (locale, messages) => {
    const say = createTranslator({ locale, messages: messages as never }) as unknown as Say
    const how = { yes: 'A', no: 'B', nothing: 'C', written }
    const settingTexts = settings.map((setting) => ({
      purpose: say(`purposes.${setting.path}`),
      accepted: say(`accepts.${setting.kindName}`, acceptedTextArguments(setting, how)),
    }))
    expect(settingTexts.filter(({ purpose }) => !/^\p{Lu}[^|\n]*\.$/u.test(purpose))).toEqual([])
    expect(settingTexts.filter(({ accepted }) => !/^[\p{Ll}A][^|\n{}]*[^.]$/u.test(accepted))).toEqual([])
  },
)

type Say = (key: string, values?: Record<string, string | number>) => string

function pathsOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : pathsOf(value, `${prefix}${name}.`),
  )
}
