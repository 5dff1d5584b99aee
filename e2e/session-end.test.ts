import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newToken } from '#domains/session/server/entry.ts'
import { anAccount } from '#domains/session/server/testing.ts'
import { expectAccessible, hydrated, phone, startBrowser, visit } from './browser.ts'
import { type RunningPortal, startPortal } from './server.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal({ now: noon })])
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

test('somebody is warned before the session ends, stays by one key, and finds what they had typed', async () => {
  const userId = await anAccount(portal, { name: 'Anna Puig' })
  const token = await newToken(portal.context, { userId, locale: 'es' })
  const { context, page, expectQuiet } = await visit(browser, portal, { viewport: phone, language: 'es', token })
  await page.clock.install()
  await page.goto('cambio-de-clave')
  await hydrated(page)
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
  expect(new URL(page.url()).pathname, 'half an hour from then').toBe('/cambio-de-clave')
  expectQuiet()
  await context.close()
})

test('somebody ends a session that they do not know', async () => {
  const userId = await anAccount(portal, { name: 'Anna Puig' })
  portal.setClock(noon)
  const other = await portal.as(userId)
  const token = await newToken(portal.context, { userId, locale: 'es' })
  const { context, page, expectQuiet } = await visit(browser, portal, { viewport: phone, language: 'es', token })
  await page.goto('perfil/sesiones')
  await hydrated(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Cerrar sesión de/ }).click()
  await page.getByText('Sesión cerrada.').first().waitFor()
  await page.getByRole('button', { name: /^Cerrar sesión de/ }).waitFor({ state: 'detached' })
  const { sessionIdOf } = await import('#domains/session/server/token.ts')
  const ended = await sessionIdOf(other.token!, portal.context.sessionKeys, noon)
  const row = await portal.context.db
    .selectFrom('session')
    .select('revoked_at')
    .where('session_id', '=', ended!)
    .executeTakeFirstOrThrow()
  expect(row.revoked_at).toEqual(noon)
  expectQuiet()
  await context.close()
})
