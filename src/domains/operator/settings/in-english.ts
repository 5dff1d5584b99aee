import { createTranslator } from 'use-intl/core'
import { acceptedArguments } from './accepted.ts'
import type { Expectation } from './kinds.ts'
import english from './texts/en.json' with { type: 'json' }

// The documentation, the command line and the log are in English, and values in them in JSON.

/** What a setting is for. @throws when nothing says so. */
export function purposeInEnglish(path: string): string {
  return say(`purposes.${path}`)
}

/** Which settings stand under an outermost name, with what holds for all of them. @throws when nothing says so. */
export function groupInEnglish(name: string): string {
  const title = `${say(`groups.${name}`)}.`
  return name in english.notes ? `${title} ${say(`notes.${name}`)}` : title
}

/** What a kind of value accepts, as the end of the sentence "it must be …". */
export function acceptedInEnglish(expectation: Expectation): string {
  const nothing = expectation.kindName === 'instant' ? 'null' : '""'
  const json = { yes: 'true', no: 'false', nothing, written: (value: string | number) => JSON.stringify(value) }
  return say(`accepts.${expectation.kindName}`, acceptedArguments(expectation, json))
}

const say = createTranslator({
  locale: 'en',
  messages: { settings: english } as never,
  namespace: 'settings' as never,
  onError: (error) => {
    throw error
  },
}) as unknown as (key: string, values?: Record<string, string | number>) => string
