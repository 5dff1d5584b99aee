import { expect, test } from 'vitest'
import { addToPage, renderPageData } from './page-additions.ts'

const additions = [{ head: '<i>', body: '<b>' }, { body: '<u>' }, {}]

test.each([
  [
    'at the ends of head and body, leaving the rest unchanged',
    '<html><head><title>$& $1</title></head><body>x</body></html>',
    '<html><head><title>$& $1</title><i></head><body>x<b><u></body></html>',
  ],
  ['around what has neither', 'x', '<i>x<b><u>'],
  [
    'at the last end of a body',
    '<head></head><code></body></code></body>',
    '<head><i></head><code></body></code><b><u></body>',
  ],
])('additions are placed %s', (_, html, expected) => {
  expect(addToPage(html, additions)).toBe(expected)
})

test('data never ends its own element, and is read unchanged', () => {
  const data = { name: '</script><!--<script>' }
  const element = renderPageData(JSON.stringify(data))
  const json = element.slice(element.indexOf('>') + 1, element.lastIndexOf('</script>'))
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(data)
})
