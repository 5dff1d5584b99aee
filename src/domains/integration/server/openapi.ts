import * as z from 'zod'
import { lineRefusalCodes } from '#kit/server/import-line-result.ts'
import { compensationScope, type LineKindName, lineKindNames, scopeOf } from '../rules.ts'
import { CompensationBill } from './compensation-routes.ts'
import { lineKinds } from './line-kinds.ts'

type Json = Record<string, unknown>

/** The media type of newline-delimited JSON. */
export const ndjsonMediaType = 'application/x-ndjson'

/** Builds the OpenAPI 3.1 document of the integration API. */
export function buildIntegrationDocument(basePath: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Integration', version: '1', description: introduction },
    servers: [{ url: basePath || '/' }],
    paths: {
      ...Object.fromEntries(lineKindNames.map((name) => [`/integration/v1/${name}`, { post: buildOperation(name) }])),
      ...compensationPaths,
    },
    components,
  }
}

const compensationRefusals = {
  401: refusalResponse(['unauthenticated', 'integration_key_wrong']),
  403: refusalResponse(['scope_missing']),
  429: refusalResponse(['too_many_attempts']),
}

const compensationPaths: Json = {
  '/integration/v1/compensations': {
    get: {
      operationId: 'get_v1_compensations',
      summary: 'Lists the approved compensations that are on no bill yet, oldest first',
      description: `Requires the scope \`${compensationScope}\`. At most 500 are listed.`,
      security: [{ key: [] }],
      responses: {
        200: { description: 'The compensations, with what the bill has to carry.' },
        ...compensationRefusals,
      },
    },
  },
  '/integration/v1/compensations/{id}/billed': {
    post: {
      operationId: 'post_v1_compensation_billed',
      summary: 'Reports the bill that carries a compensation; the same bill again changes nothing',
      description: `Requires the scope \`${compensationScope}\`.`,
      security: [{ key: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      requestBody: { required: true, content: { 'application/json': { schema: billSchema() } } },
      responses: {
        204: { description: 'Noted.' },
        400: refusalResponse(['invalid']),
        404: refusalResponse(['not_found']),
        409: refusalResponse(['compensation_billed']),
        ...compensationRefusals,
      },
    },
  },
}

function billSchema(): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(CompensationBill, { io: 'input' })
  return schema
}

const introduction = [
  'Each body has an object in JSON per line, and so has each answer: what became of each line, in their order, and at the end how many they were.',
  'The same line again changes nothing, so that a batch may be sent again at any time. The schemas are those of one line.',
].join(' ')

function buildOperation(name: LineKindName): Json {
  const { summary, schema, maxLineBytes } = lineKinds[name]
  const { $schema: _, ...line } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return {
    operationId: `post_v1_${name.replaceAll('-', '_')}`,
    summary,
    description: `Requires the scope \`${scopeOf(name)}\`. A line has at most ${maxLineBytes} bytes.`,
    security: [{ key: [] }],
    parameters: [{ $ref: '#/components/parameters/contentEncoding' }],
    requestBody: { required: true, content: { [ndjsonMediaType]: { schema: line } } },
    responses: {
      200: { description: 'The result of each line.', content: { [ndjsonMediaType]: { schema: answerSchema } } },
      401: refusalResponse(['unauthenticated', 'integration_key_wrong']),
      403: refusalResponse(['scope_missing']),
      415: refusalResponse(['media_type_unknown']),
      429: {
        ...refusalResponse(['too_many_attempts']),
        headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
      },
    },
  }
}

function refusalResponse(codes: readonly string[]): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

const lineProperties = { line: { type: 'integer', minimum: 1 }, key: { type: ['string', 'null'] } }

const answerSchema: Json = {
  oneOf: [
    {
      type: 'object',
      required: ['line', 'key', 'status', 'changed'],
      properties: {
        ...lineProperties,
        status: { const: 'accepted' },
        changed: { type: 'boolean' },
        kept_hours: {
          type: 'number',
          description: 'Of a day of a curve: hours that were stored, that the line no longer has and that are kept.',
        },
      },
    },
    {
      type: 'object',
      required: ['line', 'key', 'status', 'code', 'member', 'reason', 'message'],
      properties: {
        ...lineProperties,
        status: { const: 'refused' },
        code: { enum: [...lineRefusalCodes, 'body_broken'] },
        member: { type: ['string', 'null'] },
        reason: { type: 'string', description: 'The name of the reason that the message states.' },
        values: {
          type: 'object',
          description: 'The values that the message names, if any.',
          additionalProperties: { type: ['string', 'number'] },
        },
        message: { type: 'string', description: 'A human-readable message, in English.' },
      },
    },
    {
      type: 'object',
      required: ['end', 'lines', 'accepted', 'changed', 'refused'],
      properties: {
        end: { const: true },
        ...Object.fromEntries(['lines', 'accepted', 'changed', 'refused'].map((name) => [name, { type: 'integer' }])),
        kept_hours: { type: 'number', description: 'The sum of the lines, if any.' },
        kept_days: { type: 'integer' },
      },
    },
  ],
}

const components: Json = {
  securitySchemes: {
    key: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key created with `npm run portal -- integration-key create`.',
    },
  },
  parameters: {
    contentEncoding: {
      name: 'Content-Encoding',
      in: 'header',
      description: 'The encoding of the body.',
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
          properties: {
            code: { type: 'string' },
            message: { type: 'string', description: 'A human-readable message.' },
          },
        },
        message: { type: 'string', description: 'The error code again.' },
        request_id: { type: 'string' },
      },
    },
  },
}
