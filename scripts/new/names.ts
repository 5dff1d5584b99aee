import { CommandError } from '../command.ts'
import { findGenericNames } from '../names/generic-names.ts'

/** A name in the forms in which the code writes it. */
export type Name = {
  /** `meter-readings`, for files, texts and paths. */
  kebab: string
  /** `meterReadings`, for values and functions. */
  camel: string
  /** `MeterReadings`, for components and types. */
  pascal: string
  /** `meter readings`, within a sentence. */
  phrase: string
  /** `Meter readings`, at the start of one. */
  sentence: string
  /** `meterReading`, for one of them. */
  singular: string
}

/** Parses a kebab-case name. @throws CommandError if it is not one, or says nothing. */
export function parseName(text: string): Name {
  if (!/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(text))
    throw new CommandError(`"${text}" is not kebab-case: write ${toKebab(text) || 'meter-readings'}.`)
  if (findGenericNames(`${text}.ts`, '').length)
    throw new CommandError(`"${text}" says nothing of what it names (see CONTRIBUTING.md).`)
  const camel = text.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  const phrase = text.replaceAll('-', ' ')
  return {
    kebab: text,
    camel,
    pascal: capitalizeFirst(camel),
    phrase,
    sentence: capitalizeFirst(phrase),
    singular: toSingular(camel),
  }
}

export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function toSingular(text: string): string {
  if (text.endsWith('ies')) return `${text.slice(0, -3)}y`
  return /[^s]s$/.test(text) ? text.slice(0, -1) : text
}

function toKebab(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
}
