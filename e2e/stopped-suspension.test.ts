import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actOnDebt, openDueDebts } from '#domains/collections/server/advance-debt.ts'
import { answerCase } from '#domains/support/server/answer-case.ts'
import { desk, expectAccessible, openVisit, phone, startBrowser, waitForHydration } from './browser.ts'
import { signIn } from './sign-in.ts'
import { type RunningPortal, startDemoPortal } from './start-portal.ts'

const now = new Date('2026-11-20T11:00:00Z')
const photo = { name: 'recibo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) }

describe.each([
  ['a desktop', desk],
  ['a phone', phone],
] as const)('on %s', (_, viewport) => {
  let browser: Browser
  let portal: RunningPortal

  beforeAll(async () => {
    ;[browser, portal] = await Promise.all([startBrowser(), startDemoPortal({ now })])
    await announceSuspension(portal)
  })
  afterAll(() => portal.close())

  test('biel reads that his supply will be cut, complains, and the cut stands still until he is answered', async () => {
    const { context, page, expectNoErrors } = await openVisit(browser, portal, { viewport, language: 'es' })
    await signIn(page, { login: 'biel' })
    await page.goto('')
    await waitForHydration(page)
    await page.getByText(/Si no pagas, cortaremos la luz de .* el 28\/01\/2027/).waitFor()
    await page.getByRole('link', { name: 'Ver cómo pararlo' }).click()
    await page.getByText('El 28/01/2027 se cortará el suministro.').waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Reclamar contra el corte' }).click()
    await page.getByLabel('Asunto').fill('Esa factura la pagué')
    expect(await page.getByLabel('De qué se trata').locator('option:checked').textContent()).toBe(
      'Me avisáis de que me cortaréis la luz',
    )
    await page.getByLabel('Descripción').fill('La pagué por transferencia en octubre.')
    await page.getByLabel('Archivos adjuntos').setInputFiles(photo)
    await page.getByRole('button', { name: 'Quitar recibo.jpg' }).waitFor()
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    await page.getByRole('heading', { level: 1, name: 'Esa factura la pagué' }).waitFor()
    const caseId = Number(new URL(page.url()).pathname.split('/').at(-1))

    await page.goto('deuda')
    await waitForHydration(page)
    await page.getByText(/no se corta mientras no te respondamos/).waitFor()
    expect(await page.getByText('El 28/01/2027 se cortará el suministro.').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ver la reclamación' }).click()
    await page.getByRole('heading', { level: 1, name: 'Esa factura la pagué' }).waitFor()

    const answer = { caseId, message: 'Tienes razón en parte.', state: 'accepted', isFollowed: true, now } as const
    await answerCase(portal.context, answer)
    await page.goto('deuda')
    await waitForHydration(page)
    await page.getByText('El procedimiento sigue.').waitFor()
    expect(await page.getByText(/no se corta mientras no te respondamos/).count()).toBe(0)

    await page.getByRole('button', { name: 'Pagar en estas partes' }).click()
    await page.getByText(/no se corta mientras pagues cada parte a tiempo/).waitFor()
    await page
      .getByRole('button', { name: /^Pagar .* de la factura/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    expectNoErrors()
    await context.close()
  })
})

/** Opens the debt of biel, and announces that his supply is suspended. */
async function announceSuspension({ context: { db } }: RunningPortal) {
  await openDueDebts(db, now)
  const debts = await db
    .selectFrom('debt')
    .innerJoin('user_customer', 'user_customer.customer_id', 'debt.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('login', '=', 'biel')
    .select(['debt.customer_id', 'debt_id'])
    .execute()
  for (const { customer_id: customerId, debt_id: debtId } of debts)
    for (const [act, suspendOn] of [
      ['demand', null],
      ['note_delivered', null],
      ['announce', '2027-01-28'],
    ] as const)
      expect(
        await actOnDebt(db, { customerId, debtId }, { act, suspendOn, channel: null, proof: 'CD 1', now }),
      ).toBeNull()
}
