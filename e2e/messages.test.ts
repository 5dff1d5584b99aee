import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAttachment, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startMailJobs } from '#app/server/wiring/mount-messages.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal
let jobs: Awaited<ReturnType<typeof startMailJobs>>
let token: string | undefined

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ environment: { DEMO: 'on' } })])
  const { db, files, clock } = portal.context
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId, name: '0048213', supply_street: 'Carrer de Provença, 214' })
  await insertAttachment(db, { contract, name: 'Contrato firmado' })
  token = (await portal.as(await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' }))).token
  const fileKey = await files.put(Buffer.from('%PDF-1.7'))
  await queueMessage(
    db,
    {
      kind: 'payments.succeeded',
      values: { number: 'FE2026/1', amountCents: 4569, ending: '4242' },
      customerId,
      contractId: contract.contractId,
      link: '/profile/messages',
      attachments: [{ fileKey, fileName: 'Justificante.pdf' }],
    },
    clock(),
  )
  jobs = await startMailJobs(portal.context, portal.app)
})

afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

describe.each([
  ['a desktop', desk, 'light'],
  ['a phone', phone, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  test('a customer finds what was sent about a contract, and chooses which messages to receive', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { token, viewport, colorScheme })
    await page.goto('contratos/electricidad/0048213')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Comunicaciones' }).click()
    await page.getByText('Has pagado la factura FE2026/1').click()
    await page.getByText('Enviado a anna@example.test').waitFor()
    await page.getByRole('link', { name: /Contrato firmado/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/contratos/electricidad/0048213/comunicaciones')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Elegir los avisos por correo' }).click()
    const payments = page.getByRole('checkbox', { name: /Pagos/ })
    await payments.setChecked(colorScheme === 'dark')
    await page.getByRole('button', { name: 'Guardar los avisos' }).click()
    await page.getByRole('status').getByText('Has guardado tus avisos.').waitFor()
    await expectAccessible(page)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await waitForHydration(page)
    expect(await payments.isChecked()).toBe(colorScheme === 'dark')
    expectNoErrors()
    await context.close()
  })

  test('a visitor of the demo reads its mails without a session, and needs one where they lead', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, colorScheme })
    await page.goto('demo/mail')
    await expectAccessible(page)
    await page.getByRole('link', { name: /Has pagado la factura FE2026\/1/ }).click()
    const mail = page.frameLocator('iframe')
    await page.getByRole('link', { name: 'Justificante.pdf' }).waitFor()
    await page.waitForLoadState('networkidle')
    // Checked before the browser inspects the frame, where it logs an error for anything that would run.
    expectNoErrors()
    await mail.getByRole('link', { name: 'Ver la factura' }).click()
    await page.waitForURL(/\/acceso\?redirectPath=%2Fperfil%2Fmensajes/)
    await context.close()
  })
})
