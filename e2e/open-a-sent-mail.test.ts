import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { deliverMails } from '#domains/messages/server/messages-testing.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { desk, expectAccessible, phone, startBrowser } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  const { db, clock } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García' })
  await insertUser(db, { customerIds: [customerId], email: 'eva@example.test', locale: 'es' })
  const values = { number: '2026-1', subject: 'Factura', state: 'accepted' }
  const link = '/your-request?link=b3JhdC1WmF5c2VjcmV0QQ'
  await queueMessage(db, { kind: 'support.answered', values, customerId, link }, clock())
  expect(await deliverMails(portal)).toHaveLength(1)
})
afterAll(() => portal.close())

test.each([
  ['a phone', phone],
  ['a desktop', desk],
] as const)('an operator opens a sent mail as its reader sees it on %s', async (_, viewport) => {
  const visit = await visitAsOperator(browser, portal, 'operator/mails', { viewport, roles: ['care'] })
  const { page, context, expectNoErrors } = visit
  await page.getByRole('button', { name: 'Abrir: Hemos respondido a tu solicitud 2026-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hemos respondido a tu solicitud 2026-1' })
  const frame = dialog.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Hemos respondido a tu solicitud 2026-1' }).waitFor()
  expect(await frame.locator('a[href], script').count()).toBe(0)
  expect(await frame.locator('a').first().getAttribute('title')).toMatch(/\?••••••$/)
  await dialog.getByText('El mismo correo como texto').click()
  await dialog
    .getByText(/••••••/)
    .first()
    .waitFor()
  expect(await page.content()).not.toContain('b3JhdC1WmF5c2VjcmV0QQ')
  // Before axe, whose messages to the frame without an origin the browser reports.
  expectNoErrors()
  await expectAccessible(page)
  await context.close()
})
