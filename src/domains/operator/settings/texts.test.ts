import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { acceptedArguments } from './accepted.ts'
import { valueAt } from './by-path.ts'
import { catalogue } from './catalogue.ts'
import ca from './texts/ca.json'
import de from './texts/de.json'
import en from './texts/en.json'
import es from './texts/es.json'
import fr from './texts/fr.json'
import gl from './texts/gl.json'

const settings = [...catalogue.values()]
const written = (value: string | number) => `“${value}”`

test('every setting is told in Spanish, and nothing else is', () => {
  expect(pathsOf(es.purposes).sort()).toEqual([...catalogue.keys()].sort())
})

test.each(Object.entries({ ca, es, en, gl, fr, de }))(
  '%s calls each setting by a short name of its own',
  (_, messages) => {
    expect(pathsOf(messages.names).sort()).toEqual([...catalogue.keys()].sort())
    const names = settings.map(({ path }) => String(valueAt(messages.names as never, path)))
    expect(names.filter((name) => !/^\p{Lu}.{1,48}[^.]$/u.test(name))).toEqual([])
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  },
)

test('every kind of value has its words, and there are no others', () => {
  expect(Object.keys(es.accepts).sort()).toEqual([...new Set(settings.map(({ kindName }) => kindName))].sort())
})

test('whatever a whole number counts has its word', () => {
  const units = new Set(settings.flatMap(({ unit }) => unit ?? []))
  expect([...units].filter((unit) => !es.accepts.whole_number.includes(` ${unit} {`))).toEqual([])
})

test('what is said of a group is said of one that there is', () => {
  expect(Object.keys(es.notes).filter((name) => !(name in es.groups))).toEqual([])
})

test.each(Object.entries({ ca, es, en, gl, fr, de }))('%s tells each setting in one sentence', (locale, messages) => {
  const say = createTranslator({ locale, messages: messages as never }) as unknown as Say
  const how = { yes: 'A', no: 'B', nothing: 'C', written }
  const told = settings.map((setting) => ({
    purpose: say(`purposes.${setting.path}`),
    accepted: say(`accepts.${setting.kindName}`, acceptedArguments(setting, how)),
  }))
  expect(told.filter(({ purpose }) => !/^\p{Lu}[^|\n]*\.$/u.test(purpose))).toEqual([])
  expect(told.filter(({ accepted }) => !/^[\p{Ll}A][^|\n{}]*[^.]$/u.test(accepted))).toEqual([])
})

type Say = (key: string, values?: Record<string, string | number>) => string

function pathsOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : pathsOf(value, `${prefix}${name}.`),
  )
}
