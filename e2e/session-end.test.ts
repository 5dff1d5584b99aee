import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { createSessionToken } from '#domains/session/server/sign-in/sign-in.ts'
import { expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now: noon })])
})
afterAll(() => portal.close())

test('a user is warned before the session ends, extends it with one key, and finds their input', async () => {
  const userId = await anAccount(portal, { name: 'Anna Puig' })
  const token = await createSessionToken(portal.context, { userId, locale: 'es' })
  const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'es', token })
  // Pages that are preloaded would use the session just when it is about to end.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.clock.install()
  await page.goto('cambio-de-clave')
  await waitForHydration(page)
  await page.getByLabel('Contraseña actual').fill('a medias')
  portal.setClock(new Date(noon.getTime() + 28.5 * 60_000))
  await page.clock.fastForward('00:21')
  const dialog = page.getByRole('alertdialog', { name: 'Tu sesión está a punto de terminar' })
  await dialog.waitFor()
  expect(await dialog.getByRole('timer').textContent()).toMatch(/^1:[0-3]\d$/)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Contraseña actual').inputValue()).toBe('a medias')

  portal.setClock(new Date(noon.getTime() + 57 * 60_000))
  await page.reload()
  expect(new URL(page.url()).pathname, 'the session lasts half an hour from its renewal').toBe('/cambio-de-clave')
  expectNoErrors()
  await context.close()
})

test('a user ends an unknown session', async () => {
  const userId = await anAccount(portal, { name: 'Anna Puig' })
  portal.setClock(noon)
  const other = await portal.as(userId)
  const token = await createSessionToken(portal.context, { userId, locale: 'es' })
  const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport: phone, language: 'es', token })
  await page.goto('perfil/sesiones')
  await waitForHydration(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Cerrar sesión de/ }).click()
  await page.getByText('Sesión cerrada.').first().waitFor()
  await page.getByRole('button', { name: /^Cerrar sesión de/ }).waitFor({ state: 'detached' })
  const { sessionIdOf } = await import('#domains/session/server/sessions/session-token.ts')
  const ended = await sessionIdOf(other.token!, portal.context.sessionKeys, noon)
  const row = await portal.context.db
    .selectFrom('session')
    .select('revoked_at')
    .where('session_id', '=', ended!)
    .executeTakeFirstOrThrow()
  expect(row.revoked_at).toEqual(noon)
  expectNoErrors()
  await context.close()
})
