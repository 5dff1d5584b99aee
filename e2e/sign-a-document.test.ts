import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPendingSignature, readMailedCode, title } from '#domains/signatures/server/signatures-testing.ts'
import { readPdfSignatures, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
})
afterAll(() => portal.close())

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  test('a signature is started, left, found again from the home page, and completed', async () => {
    const signer = await createPendingSignature(portal)
    const { token } = await portal.as(signer.userId)
    const first = await openVisit(browser, portal, { token, viewport, language: 'es' })
    await first.page.goto(`signature/${signer.id}`)
    await waitForHydration(first.page)
    await first.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(first.page)
    await first.page.getByRole('button', { name: 'Lo he leído, continuar' }).click()
    await first.page.getByRole('button', { name: 'Enviar el código' }).waitFor()
    await expectAccessible(first.page)
    await first.page.getByRole('button', { name: 'Enviar el código' }).click()
    await first.page.getByLabel('Código', { exact: true }).waitFor()
    await expectAccessible(first.page)
    first.expectNoErrors()
    await first.context.close()

    // Another day's browser, and the home page in another language leads there.
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, language: 'ca' })
    await page.goto('')
    await waitForHydration(page)
    await page.getByText(`Et falta signar «${title}»`).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Llegeix i signa' }).click()
    await page.waitForURL(`**/signatura/${signer.id}`)
    const code = await readMailedCode(portal, signer.id)
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
    expect(await readPdfSignatures(pdf)).toContain('Signature Validation: Signature is Valid.')
    expect(await readPdfText(pdf)).toContain('Evidencias de la firma')

    await page.getByRole('link', { name: 'Ves al contracte' }).click()
    await page.getByRole('link', { name: new RegExp(title) }).waitFor()
    expect(await page.getByRole('link', { name: 'Llegeix i signa' }).count()).toBe(0)
    expectNoErrors()
    await context.close()
  })
})
