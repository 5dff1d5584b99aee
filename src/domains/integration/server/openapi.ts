import * as z from 'zod'
import { lineRefusalCodes } from '#kit/server/told-line.ts'
import { type LineKindName, lineKindNames, scopeOf } from '../rules.ts'
import { lineKinds } from './line-kinds.ts'

type Json = Record<string, unknown>

/** The media type of an object in JSON per line. */
export const ndjson = 'application/x-ndjson'

/** The OpenAPI 3.1 document of the way in of the retailer's systems. */
export function integrationDocument(basePath: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Integration', version: '1', description: introduction },
    servers: [{ url: basePath || '/' }],
    paths: Object.fromEntries(lineKindNames.map((name) => [`/integration/v1/${name}`, { post: operation(name) }])),
    components,
  }
}

const introduction = [
  'Each body has an object in JSON per line, and so has each answer: what became of each line, in their order, and at the end how many they were.',
  'The same line again changes nothing, so that a batch may be sent again at any time. The schemas are those of one line.',
].join(' ')

function operation(name: LineKindName): Json {
  const { summary, schema, longestLineBytes } = lineKinds[name]
  const { $schema: _, ...line } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return {
    operationId: `post_v1_${name.replaceAll('-', '_')}`,
    summary,
    description: `Needs the scope \`${scopeOf(name)}\`. A line has at most ${longestLineBytes} bytes.`,
    security: [{ key: [] }],
    parameters: [{ $ref: '#/components/parameters/contentEncoding' }],
    requestBody: { required: true, content: { [ndjson]: { schema: line } } },
    responses: {
      200: { description: 'What became of each line.', content: { [ndjson]: { schema: answerSchema } } },
      401: refused(['unauthenticated', 'integration_key_wrong']),
      403: refused(['scope_missing']),
      415: refused(['media_type_unknown']),
      429: {
        ...refused(['too_many_attempts']),
        headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
      },
    },
  }
}

function refused(codes: readonly string[]): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

const inLine = { line: { type: 'integer', minimum: 1 }, key: { type: ['string', 'null'] } }

const answerSchema: Json = {
  oneOf: [
    {
      type: 'object',
      required: ['line', 'key', 'status', 'changed'],
      properties: { ...inLine, status: { const: 'accepted' }, changed: { type: 'boolean' } },
    },
    {
      type: 'object',
      required: ['line', 'key', 'status', 'code', 'member', 'reason', 'message'],
      properties: {
        ...inLine,
        status: { const: 'refused' },
        code: { enum: [...lineRefusalCodes, 'body_broken'] },
        member: { type: ['string', 'null'] },
        reason: { type: 'string', description: 'The name of what the sentence says.' },
        values: {
          type: 'object',
          description: 'What the sentence names, where it does.',
          additionalProperties: { type: ['string', 'number'] },
        },
        message: { type: 'string', description: 'A sentence for people, in English.' },
      },
    },
    {
      type: 'object',
      required: ['end', 'lines', 'accepted', 'changed', 'refused'],
      properties: {
        end: { const: true },
        ...Object.fromEntries(['lines', 'accepted', 'changed', 'refused'].map((name) => [name, { type: 'integer' }])),
      },
    },
  ],
}

const components: Json = {
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'A key made by `npm run portal -- integration-key create`.' },
  },
  parameters: {
    contentEncoding: {
      name: 'Content-Encoding',
      in: 'header',
      description: 'How the body is packed.',
      schema: { enum: ['identity', 'gzip'] },
    },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['error', 'message', 'request_id'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string', description: 'A sentence for people.' } },
        },
        message: { type: 'string', description: 'The code once more.' },
        request_id: { type: 'string' },
      },
    },
  },
}
