import { expect, test } from 'vitest'
import type { Boot } from '#kit/boot.ts'
import { createFramePage } from './frame-page.ts'
import { fillTemplate } from './page-template.ts'

const boot = { locale: 'ca', density: 'roomy', signedIn: null } as Boot
const create = (more: Partial<Boot> = {}, name = 'Demo & Fills') =>
  createFramePage({ boot: { ...boot, ...more }, basePath: '/portal', organization: { name } })

test('a frame says in the language of the visitor that the page is loading, and what to do if it never is', () => {
  const page = create()
  const html = fillTemplate(page.template, {
    nonce: 'mine',
    additions: [{ head: '<link>', body: '<script>' }],
  }).toString()
  expect(html).toContain('<html lang="ca" data-density="roomy" data-frame>')
  expect(html).toContain('<title>Demo &amp; Fills</title>')
  expect(html).toContain('<meta name="base" content="/portal">')
  expect(html).toContain('<meta property="csp-nonce" nonce="mine" content="mine">')
  expect(html).toContain('S’està carregant')
  expect(html).toContain('torna a carregar la pàgina')
  expect(html).toContain('"boot":{"locale":"ca"')
  expect(html).toMatch(/<link><\/head>[\s\S]*<script><\/body>/)
})

test.each<[who: string, more: Partial<Boot>, routeIds: string[]]>([
  ['a visitor', {}, []],
  ['a signed-in user', { signedIn: { name: 'Anna' } as Boot['signedIn'] }, ['/_app']],
  ['an operator', { roles: ['care'] }, ['/_app']],
])('the frame of %s begins with the files that every one of their pages needs', (_, more, routeIds) => {
  expect(create(more).routeIds).toEqual(routeIds)
})
