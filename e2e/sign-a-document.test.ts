import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedCode, someoneWithSomethingToSign, title } from '#domains/signatures/server/testing.ts'
import { signaturesOf, textOf } from '#kit/server/pdf/testing.ts'
import { desk, expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

describe.each([
  ['a desk', desk],
  ['a telephone', phone],
] as const)('on %s', (_, viewport) => {
  test('a signature is begun, left, found again from the first page, and made', async () => {
    const signer = await someoneWithSomethingToSign(portal)
    const { token } = await portal.as(signer.userId)
    const first = await visit(browser, portal, { token, viewport, language: 'es' })
    await first.page.goto(`signature/${signer.id}`)
    await hydrated(first.page)
    await first.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(first.page)
    await first.page.getByRole('button', { name: 'Lo he leído, continuar' }).click()
    await first.page.getByRole('button', { name: 'Enviar el código' }).waitFor()
    await expectAccessible(first.page)
    await first.page.getByRole('button', { name: 'Enviar el código' }).click()
    await first.page.getByLabel('Código', { exact: true }).waitFor()
    await expectAccessible(first.page)
    first.expectQuiet()
    await first.context.close()

    // Another day's window, and the first page in another language points the way.
    const { page, context, expectQuiet } = await visit(browser, portal, { token, viewport, language: 'ca' })
    await page.goto('')
    await hydrated(page)
    await page.getByText(`Et falta signar «${title}»`).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Llegeix i signa' }).click()
    await page.waitForURL(`**/signatura/${signer.id}`)
    const code = await mailedCode(portal, signer.id)
    await page.getByLabel('Codi', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Document signat' }).waitFor()
    await expectAccessible(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descarrega la còpia signada' }).click(),
    ])
    const copy = await (await download.createReadStream()).toArray()
    const pdf = Buffer.concat(copy)
    expect(await signaturesOf(pdf)).toContain('Signature Validation: Signature is Valid.')
    expect(await textOf(pdf)).toContain('Evidencias de la firma')

    await page.getByRole('link', { name: 'Ves al contracte' }).click()
    await page.getByRole('link', { name: new RegExp(title) }).waitFor()
    expect(await page.getByRole('link', { name: 'Llegeix i signa' }).count()).toBe(0)
    expectQuiet()
    await context.close()
  })
})
