import * as z from 'zod/mini'
import { type Call, isSafeRead, type Schema } from '#kit/call.ts'
import { changedMeanwhile } from '#kit/edit-version.ts'
import { roleRequired } from '#kit/operator-role.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { refusalText } from '../texts/texts.ts'
import { domainOfCall } from './call-domains.ts'

export type Json = Record<string, unknown>

/** Builds the OpenAPI operation of one version of a call, with its responses. */
export function buildOperation(call: Call, version: number): Json {
  return {
    operationId: operationId(call, version),
    summary: call.summary,
    ...(call.access === 'anyone' ? {} : { security: securityOf(call) }),
    parameters: [
      ...[...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(call.query),
      { $ref: '#/components/parameters/lang' },
      ...(isIdempotent(call) ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: jsonContent(schemaOf(call.body)) } } : {}),
    ...(call.acceptsFile ? { requestBody: { required: true, content: uploadedFile } } : {}),
    responses: {
      ...successResponses(call),
      ...refusalResponses(call),
      default: refusalResponse(['unexpected', 'unavailable', 'maintenance']),
    },
  }
}

function securityOf({ scope }: Call): Json[] {
  return [{ bearer: [] }, { cookie: [] }, ...(scope ? [{ accessToken: [scope] }] : [])]
}

function operationId({ method, path }: Call, version: number): string {
  const segments = path.split(/[^\w]+/).filter(Boolean)
  return [method.toLowerCase(), `v${version}`, ...segments].join('_')
}

function queryParameters(query: Schema | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function successResponses({ reply, cacheMinutes }: Call): Json {
  if (reply === 'nothing') return { 204: { description: 'Done.' } }
  if (reply === 'file') return { 200: file }
  const cacheNote = cacheMinutes ? ` A browser may keep it for ${cacheMinutes} minutes.` : ''
  return { 200: { description: `The response.${cacheNote}`, content: jsonContent(schemaOf(reply)) } }
}

const uploadedFile: Json = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
}

const file: Json = {
  description: 'The file.',
  headers: { 'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } } },
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
}

/** Returns every refusal of a call by status: those of the gate, and those that it declares. */
function refusalResponses(call: Call): Json {
  const ofGate = gateRefusals.filter(([meets]) => meets(call)).map(([, status, codes]) => ({ status, codes }))
  const declared = Object.entries(call.refusals ?? {}).map(([code, status]) => ({ status, codes: [code] }))
  const byStatus = Map.groupBy([...ofGate, ...declared], ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      refusalResponse([...new Set(all.flatMap(({ codes }) => codes))], domainOfCall.get(call)),
    ]),
  )
}

const isForCustomers = ({ access }: Call) => access === 'customer'
const needsSession = ({ access }: Call) => access !== 'anyone'
const isWrite = (call: Call) => !isSafeRead(call)
const isIdempotent = (call: Call) => needsSession(call) && isWrite(call) && !call.hasSecrets

/** Checks whether an edit must state the version of its object. */
function requiresVersion({ body }: Call): boolean {
  return body !== undefined && 'version' in ((schemaOf(body).properties as Json | undefined) ?? {})
}

/** The refusals that calls share and do not declare, and which calls can return them. */
const gateRefusals: [meets: (call: Call) => boolean, status: number, codes: string[]][] = [
  [({ query, body }) => Boolean(query ?? body), 400, ['invalid']],
  [needsSession, 401, ['unauthenticated', 'token_expired']],
  [isForCustomers, 403, ['scope_missing']],
  [({ access }) => access === 'operator', 403, [roleRequired]],
  [(call) => isForCustomers(call) && isWrite(call), 403, ['token_readonly', 'password_change_required']],
  [({ freshAuthentication }) => freshAuthentication !== undefined, 403, [freshAuthenticationRequired]],
  [({ method }) => method !== 'GET', 403, ['cross_site']],
  [(call) => needsSession(call) && call.path.includes(':'), 404, ['not_found']],
  [isIdempotent, 409, ['idempotency_key_reused', 'request_in_progress']],
  [requiresVersion, 409, [changedMeanwhile]],
]

function refusalResponse(codes: readonly string[], domain?: string): Json {
  const example = (code: string) => ({
    value: { error: { code, message: refusalText('en', code, domain) }, message: code, request_id: exampleRequestId },
  })
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { message: { enum: codes } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  }
}

const exampleRequestId = '5f0c2f0e-8f3a-4c0e-9f53-0c7a0d0f8a11'

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** Returns the JSON schema of the wire format: the input of a schema, before it is transformed. */
function schemaOf(schema: Schema): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as Json
}
