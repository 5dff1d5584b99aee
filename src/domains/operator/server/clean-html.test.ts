import fc from 'fast-check'
// @ts-expect-error: jsdom brings no types.
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { allowedHtml, cleanHtml } from './clean-html.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const cases: [reason: string, html: string, clean: string][] = [
  ['text with emphasis stays', '<p>Hola, <strong>Anna</strong></p>', '<p>Hola, <strong>Anna</strong></p>'],
  ['the page has its own first heading', '<h1>Avisos</h1>', '<h2>Avisos</h2>'],
  [
    'tables keep what makes them readable',
    '<table><tr><th scope="col" onclick="x()">A</th><td colspan="2">B</td></tr></table>',
    '<table><tr><th scope="col">A</th><td colspan="2">B</td></tr></table>',
  ],
  ['a script goes with its text', 'a<script>alert(1)</script>b', 'ab'],
  ['so does a style', '<style>body{display:none}</style>b', 'b'],
  ['handlers go', '<p onclick="x()" onmouseover=x()>a</p>', '<p>a</p>'],
  [
    'style attributes, classes and ids would change or name what is around',
    '<p style="position:fixed" class="x" id="content">a</p>',
    '<p>a</p>',
  ],
  [
    'forms ask for passwords in our name',
    '<form action="/x"><input name="password"><button>Entra</button></form>',
    'Entra',
  ],
  ['frames go', '<iframe src="https://evil.test">a</iframe>b', 'b'],
  ['drawings can carry script', '<svg><script>alert(1)</script><a href="javascript:x()">a</a></svg>b', 'b'],
  ['so can formulas', '<math><mtext><img src=x onerror=alert(1)></mtext></math>b', 'b'],
  [
    'what a browser would mend into script',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '',
  ],
  ['a comment goes', '<!-- <img src=x onerror=x()> -->a', 'a'],
  ['a base would bend every address', '<base href="https://evil.test/">a', 'a'],
  ['a refresh would lead away', '<meta http-equiv="refresh" content="0;url=https://evil.test">a', 'a'],
  ['a tag left open is closed', '<p><strong>a', '<p><strong>a</strong></p>'],
  [
    'a link out tells nothing of the page',
    '<a href="https://example.test/a?b=1" target="_blank" rel="opener">a</a>',
    '<a rel="noopener noreferrer" href="https://example.test/a?b=1">a</a>',
  ],
  [
    'a link to a path of the portal',
    '<a href="/invoices?contractType=gas#top">a</a>',
    '<a href="/invoices?contractType=gas#top">a</a>',
  ],
  ['a mail address', '<a href="mailto:hola@example.test">a</a>', '<a href="mailto:hola@example.test">a</a>'],
  ['a phone number', '<a href="tel:+34900000000">a</a>', '<a href="tel:+34900000000">a</a>'],
  ['script in a link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['script in a link, hidden', '<a href=" java&#x0A;script:alert(1)">a</a>', '<a>a</a>'],
  ['data in a link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['a link without encryption', '<a href="http://example.test/">a</a>', '<a>a</a>'],
  ['another host that looks like a path', '<a href="//evil.test/">a</a>', '<a>a</a>'],
  ['browsers read a backslash as a slash', '<a href="/\\evil.test/">a</a>', '<a>a</a>'],
  ['browsers leave tabs out', '<a href="/\t/evil.test/">a</a>', '<a>a</a>'],
  ['a relative link leads somewhere else on every page', '<a href="invoices">a</a>', '<a>a</a>'],
  [
    'a picture brings its bytes',
    `<img src="data:image/png;base64,${dot}" alt="Un punto">`,
    `<img alt="Un punto" src="data:image/png;base64,${dot}" />`,
  ],
  [
    'a picture that says nothing is a decoration',
    `<img src="data:image/png;base64,${dot}">`,
    `<img alt="" src="data:image/png;base64,${dot}" />`,
  ],
  [
    'what a picture really is counts',
    `<img src="data:image/svg+xml;base64,${dot}">`,
    `<img alt="" src="data:image/png;base64,${dot}" />`,
  ],
  ['a picture from elsewhere tells who looks at it', '<img src="https://example.test/pixel.png">', ''],
  ['a drawing as a picture', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
  ['a picture without source', '<img alt="a">', ''],
]

test.each(cases)('%s', (_, html, clean) => {
  expect(cleanHtml(html)).toBe(clean)
})

test.each(cases)('what was cleaned stays as it is: %s', (_, html) => {
  const once = cleanHtml(html)
  expect(cleanHtml(once)).toBe(once)
})

test('links to paths of the portal get its base path, others do not', () => {
  const html = '<a href="/profile">a</a><a href="https://example.test/">b</a>'
  expect(cleanHtml(html, { basePath: '/portal' })).toBe(
    '<a href="/portal/profile">a</a><a href="https://example.test/" rel="noopener noreferrer">b</a>',
  )
})

test('whatever is put together, a browser finds nothing in it that is not allowed', () => {
  const { window } = new JSDOM()
  const pieces = [
    ...[
      '<svg>',
      '</svg>',
      '<math>',
      '<mtext>',
      '<noscript>',
      '</noscript>',
      '<template>',
      '<table>',
      '<p ',
      '<a ',
      '<img ',
    ],
    ...[
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<title>',
      '</title>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '</p>',
    ],
    ...[
      'onerror=alert(1) ',
      'href=javascript:alert(1) ',
      'title="',
      'src=x ',
      'style=',
      '"',
      "'",
      '`',
      '>',
      '/>',
      '&lt;',
      'a',
    ],
  ]
  const html = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(html, (foreign) => {
      const sheet = window.document.createElement('div')
      sheet.innerHTML = cleanHtml(foreign)
      for (const element of sheet.querySelectorAll('*')) {
        expect(allowedHtml.tags).toContain(element.localName)
        const attributes = [...allowedHtml.attributes['*']!, ...(allowedHtml.attributes[element.localName] ?? [])]
        expect(attributes).toEqual(expect.arrayContaining(element.getAttributeNames()))
      }
    }),
    { numRuns: 2_000 },
  )
})
