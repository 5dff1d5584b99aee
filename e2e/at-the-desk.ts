import type { Browser } from 'playwright-core'
import { anOperator } from '#desks/operators/server/testing.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { desk, expectAccessible, hydrated, type Visit, visit } from './browser.ts'
import type { RunningPortal } from './server.ts'

/**
 * The window of a new operator who is signed in, on a page of theirs: that of a desk, in Spanish, with every role, unless said
 * otherwise.
 */
export async function atTheDesk(
  browser: Browser,
  portal: RunningPortal,
  path: string,
  {
    viewport = desk,
    language = 'es',
    roles,
  }: { viewport?: { width: number; height: number }; language?: string; roles?: readonly OperatorRole[] } = {},
): Promise<Visit> {
  const { visitor } = await anOperator(portal, undefined, roles)
  const seen = await visit(browser, portal, { viewport, language })
  await seen.context.addCookies([{ name: 'operator_token', value: visitor.token!, url: portal.address }])
  await seen.page.goto(path)
  await hydrated(seen.page)
  return seen
}

/** Another operator is told today that something waits, looks at what would change, and approves it. */
export async function approveAtTheDesk(browser: Browser, portal: RunningPortal, request: RegExp) {
  const { context, page, expectQuiet } = await atTheDesk(browser, portal, 'operator')
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
  expectQuiet()
  await context.close()
}
