import { CommandError } from '../command.ts'
import { folderOf } from './area.ts'
import type { Draft } from './draft.ts'
import { addImport, appendInside } from './edit-source.ts'
import { type Name, parseName } from './names.ts'
import type { Kind } from './program.ts'
import { addTexts, registerNamespace } from './texts.ts'

/** A page of the portal within a domain. */
export const screenKind: Kind = {
  name: 'screen',
  parameters: 'DOMAIN NAME',
  summary: 'a page of the portal: screen invoices disputes',
  draft([area, text], draft) {
    const folder = folderOf(draft, area!)
    if (folder.includes('/desk')) throw new CommandError('A screen is of a domain; for a new desk there is `desk`.')
    const name = parseName(text!)
    draft.add(`${folder}/web/${name.kebab}-screen.tsx`, screen(area!, name))
    draft.add(`${folder}/web/${name.kebab}-screen.test.tsx`, test(area!, name, `texts.${name.camel}.title`))
    addTexts(draft, {
      folder: `${folder}/texts`,
      keys: [name.camel],
      textsOf: ({ noneYet, noneYetText }) => ({ title: name.sentence, emptyTitle: noneYet, empty: noneYetText }),
    })
    registerPage(draft, area!, { name, title: `${area}.${name.camel}.title` })
    return [
      `Write ${folder}/web/${name.kebab}-screen.test.tsx, which fails, and the screen.`,
      `Translate ${name.camel}.title in ${folder}/texts, and the Catalan and Spanish paths in web/routes.ts.`,
      'Link to the page: a menu (src/app/web/shell/menu.ts) or a screen.',
    ]
  },
}

/** Drafts the first screen of a domain: what the call that lists its items returns, or that there is nothing yet. */
export function draftListScreen(draft: Draft, name: Name) {
  const folder = `src/domains/${name.kebab}`
  draft.add(`${folder}/web/queries.ts`, queries(name))
  draft.add(`${folder}/web/${name.kebab}-screen.tsx`, listScreen(name))
  draft.add(`${folder}/web/${name.kebab}-screen.test.tsx`, test(name.kebab, name, 'texts.title'))
  addTexts(draft, {
    folder: `${folder}/texts`,
    textsOf: ({ noneYet, noneYetText, failed, failedText }) => ({
      title: name.sentence,
      empty: { title: noneYet, text: noneYetText },
      failed: { title: failed, text: failedText },
    }),
  })
  registerPage(draft, name.kebab, { name, title: `${name.kebab}.title` })
}

function registerPage(draft: Draft, domain: string, { name, title }: { name: Name; title: string }) {
  const routes = `src/domains/${domain}/web/routes.ts`
  if (!draft.exists(routes)) registerPages(draft, domain)
  const page = `page({
    path: '/${name.kebab}', paths: { ca: '/${name.kebab}', es: '/${name.kebab}' },
    protection: 'private', frame: 'app', texts: ['${domain}'], title: '${title}',
    screen: '${domain}/${name.kebab}-screen',
  }),`
  draft.edit(routes, (text) => appendInside(addImport(text, pageImport), /^export const \w+Pages[^=\n]*= \[/m, page))
}

const pageImport = "import { page } from '#kit/web/page.ts'"

function registerPages(draft: Draft, domain: string) {
  const { singular } = parseName(domain)
  const pages = `${singular}Pages`
  draft.add(`src/domains/${domain}/web/routes.ts`, `${pageImport}\n\nexport const ${pages} = [\n]\n`)
  draft.edit('src/app/web/pages.ts', (text) => {
    const imported = addImport(text, `import { ${pages} } from '#domains/${domain}/web/routes.ts'`)
    return appendInside(imported, /^export const pages[^\n]*= \[/m, `...${pages},`)
  })
  const folder = `src/domains/${domain}/texts`
  if (!draft.read('src/app/web/intl.d.ts').includes(`domains/${domain}/texts/`))
    registerNamespace(draft, { namespace: domain, folder })
}

function queries({ kebab, camel, pascal, phrase }: Name): string {
  return `import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Query for the ${phrase}. */
export function ${camel}Query(send: Send) {
  return queryOptions({
    queryKey: ['${kebab}'],
    // The call with its schema is loaded on demand: the first page includes its data.
    queryFn: async ({ signal }) => (await send((await import('../api.ts')).list${pascal}, { signal })).items,
  })
}
`
}

function listScreen({ kebab, camel, pascal, phrase }: Name): string {
  return `import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { ${camel}Query } from './queries.ts'

/** Fetches the ${phrase}. The screen reports a failure and offers a retry. */
export function load({ prefetch, send }: LoadContext) {
  return prefetch(${camel}Query(send)).catch(() => {})
}

/** The ${phrase} of the customer. */
export function ${pascal}Screen() {
  const t = useTranslations('${kebab}')
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey="${kebab}">
        <${pascal}List />
      </RetryBoundary>
    </div>
  )
}

function ${pascal}List() {
  const t = useTranslations('${kebab}')
  const { data } = useSuspenseQuery(${camel}Query(useSend()))
  if (!data.length) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <ul>
      {data.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  )
}
`
}

function screen(domain: string, { camel, pascal, phrase }: Name): string {
  return `import { useTranslations } from 'use-intl'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'

/** The page of ${phrase}. */
export function ${pascal}Screen() {
  const t = useTranslations('${domain}.${camel}')
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      <EmptyState title={t('emptyTitle')}>{t('empty')}</EmptyState>
    </div>
  )
}
`
}

function test(domain: string, { kebab, pascal }: Name, title: string): string {
  const isList = title === 'texts.title'
  const mocks = isList ? `, callMocks: [mockCall(list${pascal}, () => ({ items: [] }))]` : ''
  return `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ${isList ? 'mockCall, ' : ''}renderAt } from '#kit/web/portal-testing.tsx'
${isList ? `import { list${pascal} } from '../api.ts'\n` : ''}import texts from '../texts/es.json'
import { ${pascal}Screen } from './${kebab}-screen.tsx'

test('the page has its title', async () => {
  await renderAt('/${kebab}', <${pascal}Screen />, { messages: { '${domain}': texts }${mocks} })
  expect(await screen.findByRole('heading', { level: 1, name: ${title} })).toBeTruthy()
})

test('the screen is tested', () => {
  expect.fail('Write the tests of ${pascal}Screen: each state that customers see, by role and label.')
})
`
}
