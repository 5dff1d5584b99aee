import type { Browser } from 'playwright-core'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { type BrowserVisit, desk, expectAccessible, openVisit, waitForHydration } from './browser.ts'
import type { RunningPortal } from './start-portal.ts'

/** Opens the browser of a new operator who is signed in. By default a desktop window in Spanish, with every role. */
export async function visitAsOperator(
  browser: Browser,
  portal: RunningPortal,
  path: string,
  {
    viewport = desk,
    language = 'es',
    roles,
  }: { viewport?: { width: number; height: number }; language?: string; roles?: readonly OperatorRole[] } = {},
): Promise<BrowserVisit> {
  const { visitor } = await createTestOperator(portal, undefined, roles)
  const operatorVisit = await openVisit(browser, portal, { viewport, language })
  await operatorVisit.context.addCookies([{ name: 'operator_token', value: visitor.token!, url: portal.address }])
  await operatorVisit.page.goto(path)
  await waitForHydration(operatorVisit.page)
  return operatorVisit
}

/** Signs in another operator who sees today's pending request, reviews the change, and approves it. */
export async function approveAsOperator(browser: Browser, portal: RunningPortal, request: RegExp) {
  const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator')
  await page.getByRole('link', { name: '1 solicitud espera tu aprobación' }).click()
  await page.getByRole('table', { name: /Solicitudes pendientes/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: request }).click()
  await page.getByRole('table', { name: 'Qué cambia' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Nota' }).fill('Lo he comprobado.')
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('Aprobada').waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
}
