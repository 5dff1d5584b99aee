import { createTranslator } from 'use-intl/core'
import { acceptedTextArguments } from './accepted-values.ts'
import english from './texts/en.json' with { type: 'json' }
import type { ValueExpectation } from './value-kinds.ts'

// The documentation, the command line and the log are in English, with values in JSON.

/** Returns the purpose of a setting. @throws when it has no text. */
export function describePurpose(path: string): string {
  return translate(`purposes.${path}`)
}

/** Returns the description of a group of settings, with what applies to all of them. @throws when it has no text. */
export function describeGroup(name: string): string {
  const title = `${translate(`groups.${name}`)}.`
  return name in english.notes ? `${title} ${translate(`notes.${name}`)}` : title
}

/** Returns what a kind of value accepts, as the end of the sentence "it must be …". */
export function describeAcceptedValues(expectation: ValueExpectation): string {
  const nothing = expectation.kindName === 'instant' ? 'null' : '""'
  const json = { yes: 'true', no: 'false', nothing, written: (value: string | number) => JSON.stringify(value) }
  return translate(`accepts.${expectation.kindName}`, acceptedTextArguments(expectation, json))
}

const translate = createTranslator({
  locale: 'en',
  messages: { settings: english } as never,
  namespace: 'settings' as never,
  onError: (error) => {
    throw error
  },
}) as unknown as (key: string, values?: Record<string, string | number>) => string
