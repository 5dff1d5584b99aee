import { describe, expect, test } from 'vitest'
import { listStyleNames, parseStyles, selectStyles } from './first-styles.ts'

test('a document names classes and custom properties', () => {
  const html = '<p class="b a"><i class="a"></i><svg fill="var(--mark)"></svg></p>'
  expect(listStyleNames(html)).toEqual(['--mark', 'a', 'b'])
})

describe('the first styles of a document with the class a', () => {
  const select = (css: string, names = ['a']) => selectStyles(parseStyles(css), new Set(names))

  test.each([
    ['p{margin:0}', 'elements'],
    ['.a{margin:0}', 'its class'],
    ['.b,.a p{margin:0}', 'one of several selectors'],
    ['.a:not(.b){margin:0}', 'what must not apply'],
    [':is(.b,p){margin:0}', 'alternatives'],
    ['.a{&:hover{color:red}& .b{margin:0}}', 'what is nested inside'],
    ['@media (width<=40rem){.a{margin:0}}', 'a condition'],
    ['.a{content:"}"}', 'a brace in a text'],
    ['@font-face{font-family:F;src:local(Arial)}', 'a font of the device'],
  ])('contain %s: %s', (css) => {
    expect(select(css)).toBe(css)
  })

  test.each([
    ['.b{margin:0}', 'another class'],
    ['.a .b{margin:0}', 'a class inside that is missing'],
    ['.a:hover{margin:0}', 'what takes a person'],
    ['@media (width<=40rem){.b{margin:0}}', 'a condition around another class'],
    ['@media print{.a{margin:0}}', 'print'],
    ['@keyframes k{0%{opacity:0}}', 'an animation'],
    ['@font-face{font-family:F;src:url(f.woff2)}', 'a font that must be fetched'],
  ])('do not contain %s: %s', (css) => {
    expect(select(css)).toBe('')
  })

  test('define only the custom properties that they use', () => {
    const css = ':root{--x:var(--y);--y:1px;--z:2px;--w:3px}.a{margin:var(--x)}.b{margin:var(--z)}'
    expect(select(css)).toBe(':root{--x:var(--y);--y:1px;}.a{margin:var(--x)}')
    expect(select(css, ['b', '--w'])).toBe(':root{--z:2px;--w:3px}.b{margin:var(--z)}')
  })
})
