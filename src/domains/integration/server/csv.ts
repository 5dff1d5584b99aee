import * as z from 'zod'
import { csvFields } from '#kit/server/csv-fields.ts'
import type { LineRefusal } from '#kit/server/told-line.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
import type { LineKind } from './line-kinds.ts'
import { readLines } from './read-lines.ts'
import type { ToldLine } from './take-lines.ts'

type Json = {
  type?: string
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
}

/** Writes the text of a field as what the member of a line is. */
type ReadField = (text: string) => unknown

const text = new TextDecoder('utf-8', { fatal: true })

/**
 * The objects of a CSV file whose first line names their members: `taxId`, `payer.name`. An empty field is a member that is
 * left out; numbers in a list are separated by spaces. Fields are separated by commas or semicolons.
 */
export async function* csvLines(kind: LineKind, source: AsyncIterable<Uint8Array>): AsyncGenerator<ToldLine> {
  const { longestLineBytes: longestBytes } = kind
  let columns: { path: string[]; read: ReadField }[] | undefined
  let delimiter = ','
  for await (const { line, bytes } of readLines(source, { longestBytes })) {
    const size = bytes?.length ?? 0
    if (!bytes) {
      yield { line, bytes: 0, ...refused('line_too_long', because('line_too_long', { most: longestBytes })) }
      continue
    }
    let row: string
    try {
      row = text.decode(bytes).replace(/\r$/, '')
    } catch {
      yield { line, bytes: size, ...refused('not_text', because('line_not_text')) }
      continue
    }
    if (!columns) {
      delimiter = row.includes(';') ? ';' : ','
      columns = (csvFields(row, delimiter) ?? []).map((name) => columnOf(kind, name))
      continue
    }
    const fields = csvFields(row, delimiter)
    if (!fields) {
      yield { line, bytes: size, ...refused('invalid', because('quotes_broken')) }
      continue
    }
    yield fields.length === columns.length
      ? { line, bytes: size, value: objectOf(columns, fields) }
      : {
          line,
          bytes: size,
          ...refused('invalid', because('fields_count', { given: fields.length, expected: columns.length })),
        }
  }
}

function refused(code: LineRefusal['code'], reason: ToldReason): { refusal: LineRefusal } {
  return { refusal: { code, reason } }
}

function columnOf({ schema }: LineKind, name: string): { path: string[]; read: ReadField } {
  const path = name.split('.')
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const member = path.reduce<Json | undefined>((at, step) => at && present(at).properties?.[step], whole)
  return { path, read: member ? readerOf(present(member)) : (field) => field }
}

/** A schema without the possibility that there is nothing. */
function present(schema: Json): Json {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

function readerOf(schema: Json): ReadField {
  if (schema.type === 'boolean') return (field) => ({ true: true, false: false })[field.toLowerCase()] ?? field
  if (schema.type === 'integer' || schema.type === 'number') return numberIn
  const items = schema.items && present(schema.items)
  if (schema.type === 'array' && items) {
    const readItem = readerOf(items)
    return (field) => field.split(/\s+/).map((item) => (item === '-' ? null : readItem(item)))
  }
  return (field) => field
}

// What is no number is left to the schema, which says so.
function numberIn(field: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(field) ? Number(field) : field
}

type Members = { [name: string]: unknown }

function objectOf(columns: readonly { path: string[]; read: ReadField }[], fields: readonly string[]): Members {
  const object = nothing()
  for (const [index, { path, read }] of columns.entries()) {
    const field = fields[index]!
    if (field !== '') innermost(object, path.slice(0, -1))[path.at(-1)!] = read(field)
  }
  return object
}

function innermost(object: Members, path: readonly string[]): Members {
  let at = object
  for (const step of path) {
    at[step] ??= nothing()
    at = at[step] as Members
  }
  return at
}

/** An object that has no member but those that it is given, whatever these are called. */
function nothing(): Members {
  return Object.create(null)
}
