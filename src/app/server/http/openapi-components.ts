import type { Json } from './openapi-operation.ts'

/** Builds the parts that the operations of an OpenAPI document share; the session cookie has a name of its own. */
export function buildComponents(cookieName: string): Json {
  return { securitySchemes: securitySchemesOf(cookieName), parameters, schemas: { Error: errorSchema } }
}

const securitySchemesOf = (cookieName: string): Json => ({
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session token.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'The same token in a cookie, as browsers send it; writes must then come from the same origin.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token that a customer created for a program of theirs: it reads what its scopes allow, and nothing else.',
  },
})

const parameters: Json = {
  lang: {
    name: 'lang',
    in: 'query',
    description: 'Language of the texts in the response; takes precedence over the cookie and Accept-Language.',
    schema: { type: 'string', examples: ['ca', 'es-ES'] },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a write that is sent twice happen only once; the second request gets the response of the first.',
    schema: { type: 'string', maxLength: 255 },
  },
}

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'request_id'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'A human-readable sentence.' },
        values: {
          type: 'object',
          description: 'The values used in the sentence.',
          additionalProperties: { type: 'number' },
        },
        fields: {
          type: 'object',
          description: 'The codes of the problems of each field; a limit follows after a colon: `too_long:200`.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    message: { type: 'string', description: 'The same code again.' },
    errors: {
      type: 'object',
      description: 'The problems of each field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    request_id: { type: 'string' },
  },
}
