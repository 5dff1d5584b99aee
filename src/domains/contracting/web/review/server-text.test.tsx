import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { ServerText } from './server-text.tsx'

const render = (format: 'html' | 'markdown', body: string) =>
  renderAt('/', <ServerText format={format} body={body} />, { messages: {} })

test('reduces HTML to plain elements and its one link', async () => {
  const { container } = await render(
    'html',
    '<h1>Gracias</h1><p>Lee <b>antes</b>.</p><ul><li>Uno</li></ul><a href="/contracts" class="x">Ver</a>',
  )
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Gracias')
  expect(container.querySelector('p')!.innerHTML).toBe('Lee <b>antes</b>.')
  expect(screen.getByRole('listitem').textContent).toBe('Uno')
  expect(screen.getByRole('link', { name: 'Ver' }).className).not.toContain('x')
})

test.each([
  '<script>globalThis.stolen = true</script>Hola',
  '<img src="x" onerror="globalThis.stolen = true">Hola',
  '<a href="javascript:globalThis.stolen = true">Hola</a>',
  '<a href="//elsewhere.example">Hola</a>',
  '<a href="data:text/html,x">Hola</a>',
  '<p onclick="globalThis.stolen = true" style="position:fixed">Hola</p>',
  '<style>body { display: none }</style><template>no</template>Hola',
  '<iframe src="https://elsewhere.example"></iframe><form action="/x"><button>Hola</button></form>',
  '<svg><script>globalThis.stolen = true</script></svg>Hola',
])('keeps only the text of %s', async (body) => {
  vi.stubGlobal('stolen', false)
  const { container } = await render('html', body)
  expect(container.textContent).toContain('Hola')
  expect(
    container.querySelector('script, style, img, a, iframe, form, button, svg, template, [style], [onclick]'),
  ).toBeNull()
  expect(Reflect.get(globalThis, 'stolen')).toBe(false)
  vi.unstubAllGlobals()
})

test('never treats markdown as HTML', async () => {
  const { container } = await render('markdown', '## Gracias\n\n<b>Hola</b> [mal](javascript:alert) [bien](/contracts)')
  expect(container.querySelector('b')).toBeNull()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['bien'])
})
