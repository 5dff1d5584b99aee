import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, startBrowser } from './browser.ts'

let page: Page

beforeAll(async () => {
  page = await (await startBrowser()).newPage()
})

const show = (main: string) =>
  page.setContent(
    `<html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${main}</main></body></html>`,
  )
const name = '<label class="field">Name <input></label>'

test('a page that resembles a checked one is checked in what is new on it', async () => {
  await show(name)
  await expectAccessible(page)
  await show(`${name}<p>More</p>`)
  await expectAccessible(page)
  await show(`${name}<p>More</p><div class="field"><input></div>`)
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringContaining('label: ')] })
})

test('what was found once is found again', async () => {
  await show('<div class="field"><input></div>')
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringContaining('label: ')] })
})

test.each([
  ['an image without text', '<img src="data:,">', 'image-alt'],
  ['a button without a name', '<button type="button"></button>', 'button-name'],
  ['text that is hard to read', '<p class="pale" style="color:#bbb">Text</p>', 'color-contrast'],
])('%s is a violation on a page that has nothing else new', async (_, html, rule) => {
  await show('<p>Text</p>')
  await expectAccessible(page)
  await show(`<p>Text</p>${html}`)
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringContaining(rule)] })
})
