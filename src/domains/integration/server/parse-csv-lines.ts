import * as z from 'zod'
import type { LineRefusal } from '#kit/server/import-line-result.ts'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { ParsedLine } from './import-lines.ts'
import type { LineKind } from './line-kinds.ts'
import { readLines } from './read-lines.ts'

type JsonSchema = {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

/** Converts the text of a field to the value of its member. */
type ReadField = (text: string) => unknown

const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Yields the objects of a CSV file whose first line names their members: `taxId`, `payer.name`. Empty fields are
 * omitted; numbers in a list are separated by spaces. Fields are separated by commas or semicolons.
 */
export async function* parseCsvLines(kind: LineKind, source: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedLine> {
  const { maxLineBytes: maxBytes } = kind
  let columns: { path: string[]; read: ReadField }[] | undefined
  let delimiter = ','
  for await (const { line, bytes } of readLines(source, { maxBytes })) {
    const size = bytes?.length ?? 0
    if (!bytes) {
      yield { line, bytes: 0, ...refusedLine('line_too_long', rejectionReason('line_too_long', { most: maxBytes })) }
      continue
    }
    let row: string
    try {
      row = utf8Decoder.decode(bytes).replace(/\r$/, '')
    } catch {
      yield { line, bytes: size, ...refusedLine('not_text', rejectionReason('line_not_text')) }
      continue
    }
    if (!columns) {
      delimiter = row.includes(';') ? ';' : ','
      columns = (parseCsvLine(row, delimiter) ?? []).map((name) => columnOf(kind, name))
      continue
    }
    const fields = parseCsvLine(row, delimiter)
    if (!fields) {
      yield { line, bytes: size, ...refusedLine('invalid', rejectionReason('quotes_broken')) }
      continue
    }
    yield fields.length === columns.length
      ? { line, bytes: size, value: buildObject(columns, fields) }
      : {
          line,
          bytes: size,
          ...refusedLine(
            'invalid',
            rejectionReason('fields_count', { given: fields.length, expected: columns.length }),
          ),
        }
  }
}

function refusedLine(code: LineRefusal['code'], reason: RejectionReason): { refusal: LineRefusal } {
  return { refusal: { code, reason } }
}

function columnOf({ schema }: LineKind, name: string): { path: string[]; read: ReadField } {
  const path = name.split('.')
  const rootSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const member = path.reduce<JsonSchema | undefined>(
    (at, step) => at && nonNullSchemaOf(at).properties?.[step],
    rootSchema,
  )
  return { path, read: member ? fieldReaderOf(nonNullSchemaOf(member)) : (field) => field }
}

/** Returns a schema without its null alternative. */
function nonNullSchemaOf(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

function fieldReaderOf(schema: JsonSchema): ReadField {
  if (schema.type === 'boolean') return (field) => ({ true: true, false: false })[field.toLowerCase()] ?? field
  if (schema.type === 'integer' || schema.type === 'number') return readNumber
  const items = schema.items && nonNullSchemaOf(schema.items)
  if (schema.type === 'array' && items) {
    const readItem = fieldReaderOf(items)
    return (field) => field.split(/\s+/).map((item) => (item === '-' ? null : readItem(item)))
  }
  return (field) => field
}

// Anything that is not a number is left to the schema, which refuses it.
function readNumber(field: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(field) ? Number(field) : field
}

type JsonObject = { [name: string]: unknown }

function buildObject(columns: readonly { path: string[]; read: ReadField }[], fields: readonly string[]): JsonObject {
  const object = createPlainObject()
  for (const [index, { path, read }] of columns.entries()) {
    const field = fields[index]!
    if (field !== '') nestedObjectAt(object, path.slice(0, -1))[path.at(-1)!] = read(field)
  }
  return object
}

function nestedObjectAt(object: JsonObject, path: readonly string[]): JsonObject {
  let at = object
  for (const step of path) {
    at[step] ??= createPlainObject()
    at = at[step] as JsonObject
  }
  return at
}

/** Creates an object without a prototype, so that any member name is safe. */
function createPlainObject(): JsonObject {
  return Object.create(null)
}
