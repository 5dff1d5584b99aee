import { CommandError } from '../command.ts'
import { folderOf } from './area.ts'
import type { Draft } from './draft.ts'
import { addImport, appendInside, importName } from './edit-source.ts'
import { capitalizeFirst, type Name, parseName } from './names.ts'
import type { Kind } from './program.ts'
import { registerRoutes } from './routes.ts'

const methods = ['GET', 'POST', 'PUT'] as const

/** A call of a domain or a desk. */
export const callKind: Kind = {
  name: 'call',
  parameters: 'DOMAIN NAME METHOD PATH',
  summary: 'a call: call invoices read-dispute GET /disputes/:id',
  draft([area, text, method, path], draft) {
    const folder = folderOf(draft, area!)
    const name = parseName(text!)
    if (!methods.some((each) => each === method)) throw new CommandError(`METHOD is ${methods.join(', ')}.`)
    checkPath(folder, path!)
    draftCall(draft, { folder, name, method: method!, path: path! })
    return [
      `Write the schema, the roles and the summary in ${folder}/api.ts and the handler in server/routes.ts.`,
      `Write ${folder}/server/${name.kebab}.test.ts, which fails: without a session, another customer's, a bad field, done.`,
      ...(path!.includes(':')
        ? ['Give createOneOfEverything an object for its path, for the tests of every call.']
        : []),
      ...(isDesk(folder) ? ['Run npm run operator-roles-docs.'] : []),
    ]
  },
}

export type NewCall = { folder: string; name: Name; method: string; path: string }

/** Drafts a call with its handler and a test. */
export function draftCall(draft: Draft, call: NewCall) {
  const { folder, name } = call
  const api = `${folder}/api.ts`
  if (!draft.exists(api)) draft.add(api, '')
  if (new RegExp(`\\b${name.camel}\\b`).test(draft.read(api)))
    throw new CommandError(`There is a "${name.camel}" in ${api} already.`)
  draft.edit(api, (text) => `${importSchemas(text)}\n${declaration(call)}`)
  registerRoutes(draft, folder)
  draft.edit(`${folder}/server/routes.ts`, (text) =>
    appendInside(
      importName(text, name.camel, '../api.ts'),
      /^export function \w+\([\s\S]*?\) \{$/m,
      `\n${handler(call)}`,
    ),
  )
  draft.add(`${folder}/server/${name.kebab}.test.ts`, test(call))
}

function importSchemas(text: string): string {
  return addImport(importName(text, 'call', '#kit/call.ts'), "import * as z from 'zod/mini'")
}

const isDesk = (folder: string) => folder.includes('/desk')
const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function checkPath(folder: string, path: string) {
  if (!/^(\/:?\w[\w.-]*)+\/?$/.test(path)) throw new CommandError(`"${path}" is not a path such as /disputes/:id.`)
  if (isDesk(folder) !== path.startsWith('/operator/'))
    throw new CommandError(isDesk(folder) ? 'The path of a desk starts with /operator/.' : 'That path is for desks.')
}

function declaration({ folder, name, method, path }: NewCall): string {
  const access = isDesk(folder)
    ? "versions: [1], access: 'operator', roles: ['care'],"
    : "versions: [2], access: 'customer',"
  const item = parametersOf(path).length
    ? 'z.object({ id: z.string() })'
    : 'z.object({ items: z.array(z.object({ id: z.number() })) })'
  const shape = method === 'GET' ? `reply: ${item},` : "body: z.strictObject({}), reply: 'nothing',"
  return `export const ${name.camel} = call({
    method: '${method}', path: '${path}', ${access} ${shape}
    summary: '${summaryOf(name)}',
  })\n`
}

/** Returns what a call does, as the OpenAPI document says it: `Lists disputes`. */
function summaryOf({ phrase }: Name): string {
  const [verb, ...object] = phrase.split(' ')
  return capitalizeFirst([`${verb}s`, ...object].join(' '))
}

function handler({ name, method, path }: NewCall): string {
  const [parameter] = parametersOf(path)
  const isRead = method === 'GET'
  if (!parameter) return `serve(${name.camel}, async () => (${isRead ? '{ items: [] }' : 'undefined'}))`
  return `serve(${name.camel}, {
    // Whatever is not the caller's own is reported as not found.
    find: async (): Promise<{ id: string } | undefined> => undefined,
    act: async (${isRead ? '{ subject }' : ''}) => (${isRead ? '{ id: subject.id }' : 'undefined'}),
  })`
}

function test({ name, method, path }: NewCall): string {
  const params = parametersOf(path).map((parameter) => `${parameter}: '1'`)
  const input = [params.length ? `params: { ${params.join(', ')} }` : '', method === 'GET' ? '' : 'body: {}']
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { ${name.camel} } from '../api.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('${name.camel} is refused without a session', async () => {
  const { statusCode } = await portal.anonymous.sendRaw(${name.camel}, { ${input.filter(Boolean).join(', ')} })
  expect(statusCode).toBe(401)
})

test('${name.camel} is tested', () => {
  expect.fail('Write the tests of ${name.camel}: another customer, read-only, a bad field, each refusal, done.')
})
`
}
