import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertAttachment,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import {
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  narrowPhone,
  openVisit,
  phone,
  startBrowser,
  waitForHydration,
} from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let token: string | undefined

beforeAll(async () => {
  browser = await startBrowser()
  portal = await startPortal()
  const { db, files } = portal.context
  const customerId = await insertCustomer(db)
  const home = await insertContract(db, {
    customerId,
    name: '0048213',
    supply_street: 'Carrer de Provença, 214',
    iban: 'ES9420805801101234567891',
  })
  await insertContract(db, { customerId, name: '2023/17 bis', state: 'baixa', supply_street: 'Carrer Major, 3' })
  await insertContract(db, { customerId, energy: 'gas', name: 'G-17' })
  await insertInvoice(db, { contract: home })
  await insertBatteryLink(db, { contract: home, percentage: 70 })
  await insertAttachment(db, {
    contract: home,
    name: 'Contrato firmado',
    file_key: await files.put(Buffer.from('%PDF-1.7')),
  })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId] }))).token
})

afterAll(() => portal.close())

const contractPath = 'contratos/electricidad/0048213'

describe('contracts', () => {
  for (const [window, viewport] of Object.entries({ desk, phone }))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`match between server and browser and are accessible: ${window}, ${colorScheme}`, async () => {
        const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
        await page.goto('contratos/electricidad')
        await waitForHydration(page)
        await expectAccessible(page)
        await page.goto(contractPath)
        await waitForHydration(page)
        await page.getByText('Todos los datos').click()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Cambiar de contrato' }).click()
        await page.getByRole('link', { name: /Carrer Major, 3/ }).waitFor()
        await expectAccessible(page)
        expectNoErrors()
        await context.close()
      })

  test('do not scroll horizontally at 320 pixels', async () => {
    const { page, context } = await openVisit(browser, portal, { token, viewport: narrowPhone })
    for (const path of ['contratos/electricidad', contractPath]) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
    await context.close()
  })

  test('are listed before the script of the page has loaded', async () => {
    const { page, context } = await openVisit(browser, portal, { token, javaScriptEnabled: false })
    await page.goto('contratos/electricidad')
    await page.getByRole('searchbox', { name: 'Buscar contratos' }).fill('major')
    await page.keyboard.press('Enter')
    await page.waitForURL(/filter=major/)
    expect(await namesIn(page)).toEqual(['2023/17 bis'])
    await context.close()
  })

  test('open with any character in their name, and link back to the list and to another one', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto('contratos/electricidad')
    await waitForHydration(page)
    await page.getByRole('link', { name: '2023/17 bis' }).click()
    await page.getByRole('heading', { level: 1, name: 'Carrer Major, 3' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Carrer Major, 3' }).waitFor()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Cambiar de contrato' }).click()
    await page.getByRole('searchbox', { name: /Busca/ }).fill('provenca')
    await page.getByRole('link', { name: /0048213/ }).click()
    await page.waitForURL(/\/contratos\/electricidad\/0048213$/)
    await page.locator('main').getByRole('link', { name: 'Contratos' }).click()
    await page.waitForURL(/\/contratos\/electricidad$/)
    expectNoErrors()
    await context.close()
  })

  test('that do not exist lead to the list, in the language of the URL', async () => {
    const { page, context } = await openVisit(browser, portal, { token })
    for (const [path, list] of [
      ['contractes/electricitat/0000000', '/contractes/electricitat'],
      ['contratos/gas/0048213', '/contratos/gas'],
    ] as const) {
      await page.goto(path)
      expect(new URL(page.url()).pathname).toBe(list)
    }
    await context.close()
  })

  test('scroll to their consumption, from the button and from the URL that requests it', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token, viewport: phone })
    await page.goto(`${contractPath}?action=consumption`)
    await page.waitForURL(new RegExp(`${contractPath}#consumption$`))
    await page.waitForFunction(isConsumptionAtTop)
    await page.goto(contractPath)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Ver consumo' }).click()
    await page.waitForFunction(isConsumptionAtTop)
    expectNoErrors()
    await context.close()
  })

  test('are selected on a page titled for its purpose, which is skipped with only one contract', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    await page.goto('contratos/electricidad?action=consumption')
    await page.getByRole('heading', { level: 1, name: 'Consumo' }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('Consumo · '))
    await page.getByRole('link', { name: 'Elegir contrato 0048213' }).click()
    await page.waitForURL(new RegExp(`${contractPath}#consumption$`))
    expectNoErrors()
    await context.close()

    const customerId = await insertCustomer(portal.context.db)
    await insertContract(portal.context.db, { customerId, energy: 'gas', name: 'G-18' })
    const only = await portal.as(await insertUser(portal.context.db, { customerIds: [customerId] }))
    const another = await openVisit(browser, portal, { token: only.token })
    await another.page.goto('contratos/electricidad?action=consumption')
    await another.page.waitForURL(/\/contratos\/gas\/G-18#consumption$/)
    await another.page.goto('contratos/gas')
    await waitForHydration(another.page)
    await another.page.locator('nav').getByRole('link', { name: 'Consumo' }).first().click()
    await another.page.waitForURL(/\/contratos\/gas\/G-18#consumption$/)
    another.expectNoErrors()
    await another.context.close()
  })

  test('are downloaded from the button and from the URL that requests it', async () => {
    const { page, context, expectNoErrors } = await openVisit(browser, portal, { token })
    const download = page.waitForEvent('download')
    await page.goto(`${contractPath}?action=download`)
    expect((await download).suggestedFilename()).toBe('Contrato de luz 0048213.pdf')
    await page.waitForURL(new RegExp(`${contractPath}$`))
    const pressed = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar contrato' }).click()
    await pressed
    const attachment = page.waitForEvent('download')
    await page.getByRole('link', { name: /Contrato firmado/ }).click()
    expect((await attachment).suggestedFilename()).toBe('contract.pdf')
    expectNoErrors()
    await context.close()
  })
})

function isConsumptionAtTop(): boolean {
  const top = document.querySelector('#consumption')?.getBoundingClientRect().top ?? -1
  return top >= 0 && top < 200
}

async function namesIn(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').allTextContents()
}
