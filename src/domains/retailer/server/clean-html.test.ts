import fc from 'fast-check'
// @ts-expect-error: jsdom brings no types.
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { allowedHtml, cleanHtml } from './clean-html.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const cases: [reason: string, html: string, clean: string][] = [
  ['emphasis stays', '<p>Hola, <strong>Anna</strong></p>', '<p>Hola, <strong>Anna</strong></p>'],
  ['a first-level heading, which the page already has, becomes second-level', '<h1>Avisos</h1>', '<h2>Avisos</h2>'],
  [
    'tables keep the attributes that make them readable',
    '<table><tr><th scope="col" onclick="x()">A</th><td colspan="2">B</td></tr></table>',
    '<table><tr><th scope="col">A</th><td colspan="2">B</td></tr></table>',
  ],
  ['a script is removed with its text', 'a<script>alert(1)</script>b', 'ab'],
  ['a style is removed with its text', '<style>body{display:none}</style>b', 'b'],
  ['event handlers are removed', '<p onclick="x()" onmouseover=x()>a</p>', '<p>a</p>'],
  [
    'style attributes, classes and ids that could affect the page are removed',
    '<p style="position:fixed" class="x" id="content">a</p>',
    '<p>a</p>',
  ],
  [
    'forms that could request passwords in our name are removed',
    '<form action="/x"><input name="password"><button>Entra</button></form>',
    'Entra',
  ],
  ['frames are removed', '<iframe src="https://evil.test">a</iframe>b', 'b'],
  [
    'SVG, which may contain script, is removed',
    '<svg><script>alert(1)</script><a href="javascript:x()">a</a></svg>b',
    'b',
  ],
  ['MathML, which may contain script, is removed', '<math><mtext><img src=x onerror=alert(1)></mtext></math>b', 'b'],
  [
    'markup that a browser would repair into script is removed',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '',
  ],
  ['comments are removed', '<!-- <img src=x onerror=x()> -->a', 'a'],
  ['a base that would redirect every address is removed', '<base href="https://evil.test/">a', 'a'],
  ['a refresh that would lead away is removed', '<meta http-equiv="refresh" content="0;url=https://evil.test">a', 'a'],
  ['an unclosed tag is closed', '<p><strong>a', '<p><strong>a</strong></p>'],
  [
    'an external link reveals nothing about the page',
    '<a href="https://example.test/a?b=1" target="_blank" rel="opener">a</a>',
    '<a rel="noopener noreferrer" href="https://example.test/a?b=1">a</a>',
  ],
  [
    'a link to a path of the portal stays',
    '<a href="/invoices?contractType=gas#top">a</a>',
    '<a href="/invoices?contractType=gas#top">a</a>',
  ],
  ['a mail address stays', '<a href="mailto:hola@example.test">a</a>', '<a href="mailto:hola@example.test">a</a>'],
  ['a phone number stays', '<a href="tel:+34900000000">a</a>', '<a href="tel:+34900000000">a</a>'],
  ['script in a link is removed', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['hidden script in a link is removed', '<a href=" java&#x0A;script:alert(1)">a</a>', '<a>a</a>'],
  ['data in a link are removed', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['an unencrypted link is removed', '<a href="http://example.test/">a</a>', '<a>a</a>'],
  ['another host that looks like a path is removed', '<a href="//evil.test/">a</a>', '<a>a</a>'],
  ['a backslash, which browsers read as a slash, is removed', '<a href="/\\evil.test/">a</a>', '<a>a</a>'],
  ['a path with tabs, which browsers ignore, is removed', '<a href="/\t/evil.test/">a</a>', '<a>a</a>'],
  ['a relative link, which depends on the page, is removed', '<a href="invoices">a</a>', '<a>a</a>'],
  [
    'an embedded picture stays',
    `<img src="data:image/png;base64,${dot}" alt="Un punto">`,
    `<img alt="Un punto" src="data:image/png;base64,${dot}" />`,
  ],
  [
    'a picture without a description becomes decorative',
    `<img src="data:image/png;base64,${dot}">`,
    `<img alt="" src="data:image/png;base64,${dot}" />`,
  ],
  [
    'a picture gets its real type',
    `<img src="data:image/svg+xml;base64,${dot}">`,
    `<img alt="" src="data:image/png;base64,${dot}" />`,
  ],
  ['an external picture, which reveals who views it, is removed', '<img src="https://example.test/pixel.png">', ''],
  ['an SVG as a picture is removed', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
  ['a picture without a source is removed', '<img alt="a">', ''],
]

test.each(cases)('%s', (_, html, clean) => {
  expect(cleanHtml(html)).toBe(clean)
})

test.each(cases)('cleaned HTML stays unchanged: %s', (_, html) => {
  const once = cleanHtml(html)
  expect(cleanHtml(once)).toBe(once)
})

test('adds the base path to links to portal paths only', () => {
  const html = '<a href="/profile">a</a><a href="https://example.test/">b</a>'
  expect(cleanHtml(html, { basePath: '/portal' })).toBe(
    '<a href="/portal/profile">a</a><a href="https://example.test/" rel="noopener noreferrer">b</a>',
  )
})

test('a browser finds nothing forbidden in any cleaned combination', () => {
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
