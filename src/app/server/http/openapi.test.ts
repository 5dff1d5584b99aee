import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { z as mini } from 'zod/mini'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { type Call, call } from '#kit/call.ts'
import { insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { refusalText } from '../texts/texts.ts'
import { buildOpenApiDocument } from './openapi.ts'

type Content = { 'application/json': { schema: object; examples?: Record<string, { value: ErrorExample }> } }
type ErrorExample = { error: { code: string; message: string } }
type Operation = {
  operationId: string
  parameters: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  responses: Record<string, { content?: Partial<Content> }>
  requestBody?: { content: Content }
  security?: object[]
}
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

async function operatorsDocument(portal: TestPortal): Promise<Document> {
  const { visitor } = await createTestOperator(portal)
  const headers = { authorization: `Bearer ${visitor.token}` }
  return (await portal.app.inject({ url: '/office/api/operator/openapi.json', headers })).json()
}

describe('the OpenAPI document', () => {
  let portal: TestPortal
  let document: Document
  let ofOperators: Document

  beforeAll(async () => {
    portal = await startTestPortal({ environment: { BASE_PATH: '/office' } })
    document = (await portal.app.inject('/office/api/openapi.json')).json()
    ofOperators = await operatorsDocument(portal)
  })
  afterAll(() => portal.close())

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  test('lists each registered call, and no other', () => {
    const described = [document, ofOperators]
      .flatMap(operationsOf)
      .map(({ method, path }) => `${method} /office${routeOf(path)}`)
    const routes = routesIn(portal.app.printRoutes({ commonPrefix: false }))
    // Providers document their own webhooks; the route to an identity provider is a link, not a call.
    const isOther = (route: string) => /\/payment_webhooks\/|\/user\/openid\/start$/.test(route)
    const calls = routes.filter((route) => / \/office\/api\/v\d/.test(route) && !isOther(route))
    expect(described.sort()).toEqual(calls.sort())
    expect(document.servers).toEqual([{ url: '/office' }])
  })

  test('shows the calls of operators only to signed-in operators', async () => {
    expect(Object.keys(document.paths).filter((path) => path.includes('/operator/'))).toEqual([])
    const paths = Object.keys(ofOperators.paths)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !path.includes('/operator/'))).toEqual([])
    const headers = { authorization: `Bearer ${(await portal.as(await insertUser(portal.context.db))).token}` }
    for (const asking of [{}, { headers }]) {
      const answer = await portal.app.inject({ url: '/office/api/operator/openapi.json', ...asking })
      expect([answer.statusCode, answer.payload.includes('paths')]).toEqual([404, false])
    }
  })

  test('lists each operation id once, and every path parameter', () => {
    const operations = operationsOf(document)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { path, parameters } of operations) {
      const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
      expect({ path, named }).toEqual({ path, named: path.match(/\{\w+\}/g) ?? [] })
    }
  })

  test('gives examples that match their schemas, each refusal with its own message', async () => {
    const validator = new Validator()
    await validator.validate(structuredClone(document))
    const refusals = operationsOf(validator.resolveRefs() as unknown as Document).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) => content?.['application/json'] ?? []),
    )
    for (const { schema, examples } of refusals)
      for (const [code, { value }] of Object.entries(examples ?? {})) {
        const fitting = z.fromJSONSchema(schema as never)
        expect(fitting.safeParse(value).error).toBeUndefined()
        expect(fitting.safeParse({ ...value, message: 'another_code' }).success).toBe(false)
        if (code !== 'unexpected') expect(value.error).not.toHaveProperty('message', refusalText('en', 'unexpected'))
      }
  })
})

describe('the operation of a call', () => {
  const changePower = call({
    method: 'POST',
    path: '/contracts/:contractName/power/',
    versions: [1, 2],
    access: 'customer',
    query: mini.strictObject({ type: mini.string(), draft: mini.optional(mini.string()) }),
    body: mini.strictObject({ power_p1: mini.int() }),
    reply: mini.object({ waiting_for_signature: mini.boolean() }),
    refusals: { not_acceptable: 406, contract_not_active: 409 },
    summary: 'Asks for another power.',
  })
  const described = describeCall(changePower)

  test('is listed for each of its versions', () => {
    expect(Object.keys(buildOpenApiDocument({ calls: [changePower], basePath: '' }).paths as object)).toEqual([
      '/api/v1/contracts/{contractName}/power/',
      '/api/v2/contracts/{contractName}/power/',
    ])
  })

  test('states the required input', () => {
    expect(described.parameters).toMatchObject([
      { name: 'contractName', in: 'path', required: true },
      { name: 'type', in: 'query', required: true },
      { name: 'draft', in: 'query', required: false },
      { $ref: '#/components/parameters/lang' },
      { $ref: '#/components/parameters/idempotencyKey' },
    ])
    expect(described.requestBody?.content['application/json'].schema).toMatchObject({
      required: ['power_p1'],
      additionalProperties: false,
    })
    expect(described.security).toEqual([{ bearer: [] }, { cookie: [] }])
  })

  test('lists every refusal by status: those of the gate and its own', () => {
    const codes = Object.entries(described.responses).map(([status, { content }]) => [
      status,
      Object.keys(content?.['application/json']?.examples ?? {}),
    ])
    expect(Object.fromEntries(codes)).toEqual({
      200: [],
      400: ['invalid'],
      401: ['unauthenticated', 'token_expired'],
      403: ['scope_missing', 'token_readonly', 'password_change_required', 'cross_site'],
      404: ['not_found'],
      406: ['not_acceptable'],
      409: ['idempotency_key_reused', 'request_in_progress', 'contract_not_active'],
      default: ['unexpected', 'unavailable', 'maintenance'],
    })
  })

  test('that is public and read-only documents only its own parameters and replies', () => {
    const readTime = call({
      method: 'GET',
      path: '/time',
      versions: [2],
      access: 'anyone',
      reply: mini.string(),
      summary: '',
    })
    const { security, parameters, requestBody, responses } = describeCall(readTime)
    expect(security).toBeUndefined()
    expect(requestBody).toBeUndefined()
    expect(parameters).toEqual([{ $ref: '#/components/parameters/lang' }])
    expect(Object.keys(responses)).toEqual(['200', 'default'])
  })

  test('for integrations states its scope', () => {
    const { security } = describeCall({ ...changePower, scope: 'contracts:read' })
    expect(security).toEqual([{ bearer: [] }, { cookie: [] }, { accessToken: ['contracts:read'] }])
  })

  const answers: [reason: string, reply: Call['reply'], status: string, media: string[]][] = [
    ['a download has any media type', 'file', '200', ['*/*']],
    ['an empty response has no content', 'nothing', '204', []],
  ]
  test.each(answers)('%s', (_, reply, status, media) => {
    const { responses } = describeCall({ ...changePower, reply })
    expect(Object.keys(responses[status]?.content ?? {})).toEqual(media)
  })

  test('with secrets in its answers has no idempotency key, because none is stored', () => {
    const { parameters, responses } = describeCall({ ...changePower, hasSecrets: true })
    expect(parameters).not.toContainEqual({ $ref: '#/components/parameters/idempotencyKey' })
    expect(Object.keys(responses[409]?.content?.['application/json']?.examples ?? {})).toEqual(['contract_not_active'])
  })
})

function describeCall(definition: Call): Operation {
  const document = buildOpenApiDocument({ calls: [definition], basePath: '' }) as unknown as Document
  return operationsOf(document).at(-1)!
}

function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  )
}

// The server ignores a trailing slash, and its route tree shares parameter names at one position.
function routeOf(path: string): string {
  return path.replace(/\{\w+\}/g, ':').replace(/\/$/, '')
}

/** Parses the printed route tree of a server to `GET /path` with `:` for each parameter. */
function routesIn(drawing: string): string[] {
  const branch: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    branch.splice(indent.length / 4, branch.length, path)
    const route = branch.join('').replace(/:\w+(\|:\w+)*/g, ':')
    const answered = methods.split(', ').filter((method) => method && method !== 'HEAD')
    return answered.map((method) => `${method} ${route}`)
  })
}
