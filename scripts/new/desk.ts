import { locales } from '#vocabulary/locale.ts'
import { CommandError } from '../command.ts'
import { folderOf } from './area.ts'
import type { Draft } from './draft.ts'
import { addImport, addText, appendInside } from './edit-source.ts'
import { type Name, parseName } from './names.ts'
import type { Kind } from './program.ts'
import { registerRoutes } from './routes.ts'
import { addTexts, registerNamespace } from './texts.ts'

/** The groups of the menu, each with the role that works there. */
const roles: Record<string, string> = { customers: 'care', sales: 'sales', portal: 'content', system: 'administrator' }

/** The section of the back office that serves a domain. */
export const deskKind: Kind = {
  name: 'desk',
  parameters: 'DOMAIN GROUP',
  summary: `the back office of a domain, in a menu group: ${Object.keys(roles).join(', ')}`,
  draft([domain, group], draft) {
    folderOf(draft, domain!)
    const name = parseName(domain!)
    const role = roles[group!]
    if (!role) throw new CommandError(`There is no menu group "${group}", only ${Object.keys(roles).join(', ')}.`)
    const folder = `src/domains/${name.kebab}/desk`
    if (draft.find(`${folder}/*`).length) throw new CommandError(`${name.kebab} has a desk already.`)
    draftServer(draft, { folder, name, role })
    draftScreen(draft, { folder, name, role })
    registerInMenu(draft, { folder, name, group: group! })
    return [
      `Write ${folder}/server/${name.kebab}-desk.test.ts and web/${name.kebab}-desk-screen.test.tsx, which fail.`,
      `Write the columns of the list, and translate ${folder}/texts and its entry in src/app/operator/texts.`,
      'Run npm run operator-roles-docs.',
    ]
  },
}

type NewDesk = { folder: string; name: Name; role: string }

function draftServer(draft: Draft, { folder, name, role }: NewDesk) {
  const call = `listAll${name.pascal}`
  draft.add(`${folder}/api.ts`, api(name, call, role))
  registerRoutes(draft, folder)
  draft.edit(`${folder}/server/routes.ts`, (text) =>
    appendInside(
      addImport(text, `import { ${call} } from '../api.ts'`),
      /^export function \w+\(.*\{$/m,
      `  serve(${call}, async () => ({ items: [], total: 0 }))`,
    ),
  )
  draft.add(`${folder}/server/${name.kebab}-desk.test.ts`, serverTest(call))
}

function draftScreen(draft: Draft, { folder, name, role }: NewDesk) {
  const screen = `${folder}/web/${name.kebab}-desk-screen`
  draft.add(`${folder}/web/queries.ts`, queries(name))
  draft.add(`${screen}.tsx`, deskScreen(name))
  draft.add(`${screen}.test.tsx`, screenTest(name))
  draft.add(`${folder}/web/routes.ts`, routes(name, role))
  addTexts(draft, {
    folder: `${folder}/texts`,
    textsOf: ({ find, noneSuch, fewerTerms, failed, failedText }) => ({
      ...{ title: name.sentence, label: find, find, caption: name.sentence, number: 'Id' },
      ...{ noneTitle: noneSuch, noneText: fewerTerms, failedTitle: failed, failedText },
    }),
  })
}

function registerInMenu(draft: Draft, { folder, name, group }: { folder: string; name: Name; group: string }) {
  const pages = `${name.singular}DeskPages`
  draft.edit('src/app/operator/pages.ts', (text) => {
    const imported = addImport(text, `import { ${pages} } from '${folder.replace('src/', '#')}/web/routes.ts'`)
    return appendInside(imported, /^export const pages[^\n]*= \[/m, `...${pages},`)
  })
  const entry = `{ name: '${name.camel}', href: '/operator/${name.kebab}' },`
  draft.edit('src/app/operator/menu.ts', (text) =>
    appendInside(text, new RegExp(`group: '${group}',\\s*entries: \\[`), entry),
  )
  for (const locale of locales)
    draft.edit(`src/app/operator/texts/${locale}.json`, (text) => addText(text, ['entries', name.camel], name.sentence))
  registerNamespace(draft, { namespace: `desk-${name.kebab}`, folder: `${folder}/texts` })
}

function api({ kebab, pascal, phrase }: Name, call: string, role: string): string {
  const item = `Listed${pascal}Item`
  return `import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'

const ${item} = z.object({ id: z.number() })

export const ${call} = call({
  method: 'GET', path: '/operator/${kebab}', versions: [1], access: 'operator', roles: ['${role}'],
  query: z.strictObject(listQuery),
  reply: z.object({ items: z.array(${item}), total: z.number() }),
  summary: 'Lists the ${phrase} that match a search',
})
`
}

function serverTest(call: string): string {
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { ${call} } from '../api.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('${call} is refused without a session', async () => {
  const { statusCode } = await portal.anonymous.sendRaw(${call}, { query: {} })
  expect(statusCode).toBe(401)
})

test('${call} is tested', () => {
  expect.fail('Write the tests of ${call}: an operator without the role, the search, the pages of the list.')
})
`
}

function queries({ kebab, camel, pascal, phrase }: Name): string {
  return `import { pageQuery } from '#kit/backoffice/web/page-query.ts'

/** Query for a page of the ${phrase}. */
export const ${camel}Query = pageQuery(['desk-${kebab}'], async () => (await import('../api.ts')).listAll${pascal})
`
}

function routes({ kebab, singular }: Name, role: string): string {
  return `import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const ${singular}DeskPages = [
  deskPage({
    path: '/operator/${kebab}', roles: ['${role}'], texts: ['desk-${kebab}'], title: 'desk-${kebab}.title',
    search: ['q', 'offset'], screen: '${kebab}/desk/${kebab}-desk-screen',
  }),
]
`
}

function deskScreen({ kebab, camel, pascal, phrase }: Name): string {
  return `import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { ${camel}Query } from './queries.ts'

/** The ${phrase} that a search finds. */
const ${camel}Page = listPage({
  path: '/operator/${kebab}',
  texts: 'desk-${kebab}',
  query: ${camel}Query,
  columns: [{ header: 'number', kind: 'name', listPosition: 'title', cell: ({ id }) => id }],
  rowKey: ({ id }) => id,
})

export const load = loadListPage(${camel}Page)

export function ${pascal}DeskScreen() {
  return <ListPageView page={${camel}Page} />
}
`
}

function screenTest({ kebab, pascal }: Name): string {
  return `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { listAll${pascal} } from '../api.ts'
import texts from '../texts/es.json'
import { ${pascal}DeskScreen } from './${kebab}-desk-screen.tsx'

test('lists what the search finds', async () => {
  await renderAt('/operator/${kebab}', <${pascal}DeskScreen />, {
    messages: { 'desk-${kebab}': texts },
    callMocks: [mockCall(listAll${pascal}, () => ({ items: [{ id: 7 }], total: 1 }))],
  })
  expect(await screen.findByRole('row', { name: '7' })).toBeTruthy()
})

test('the screen is tested', () => {
  expect.fail('Write the tests of ${pascal}DeskScreen: the columns, an empty list, what operators do.')
})
`
}
