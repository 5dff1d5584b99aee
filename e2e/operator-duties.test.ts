import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { expectAccessible, openVisit, phone, startBrowser } from './browser.ts'
import { visitAsOperator } from './operator-visit.ts'
import { type RunningPortal, startPortal } from './start-portal.ts'

let browser: Browser
let portal: RunningPortal

beforeAll(async () => {
  ;[browser, portal] = await Promise.all([startBrowser(), startPortal()])
  const { db, clock } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García Lluís' })
  const { contractId } = await insertContract(db, { customerId })
  const of = { customerId, contractId, place: null }
  const daysAgo = (days: number) => new Date(clock().getTime() - days * 86_400_000)
  const lowVoltage = { topics: ['low_voltage'], energy: 'electricity', powerWatts: 5750 } as const
  await openDuty(db, { ...of, kind: 'connection_offer', subject: 'connection:1', facts: lowVoltage, at: daysAgo(40) })
  await openDuty(db, { ...of, kind: 'signature', subject: 'signature:1', facts: plainFacts, at: daysAgo(3) })
})
afterAll(() => portal.close())

test('an operator takes over what is overdue, marks it as done, and keeps the filters', async () => {
  const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator')
  await page.getByRole('link', { name: /1 plazo vencido/ }).click()
  await page.getByText(/^Tarde:/).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('row').count()).toBe(2)

  await page.getByRole('button', { name: /Normas de Presupuestar/ }).click()
  const norms = page.getByRole('dialog', { name: 'Normas de «Presupuestar una acometida»' })
  await norms.getByText('10 días laborables').waitFor()
  await expectAccessible(page)
  await norms.getByRole('button', { name: 'Cerrar' }).last().click()

  await page.getByRole('checkbox', { name: /Presupuestar una acometida, Eva/ }).focus()
  await page.keyboard.press('a')
  const assigning = page.getByRole('dialog', { name: 'Asignar 1 plazo' })
  await assigning.getByRole('combobox').selectOption({ label: 'Jordi Ferrer' })
  await expectAccessible(page)
  await assigning.getByRole('button', { name: 'Asignar' }).click()
  await page.getByRole('cell', { name: 'Jordi Ferrer' }).waitFor()

  await page.getByRole('button', { name: 'Guardar estos filtros' }).click()
  const saving = page.getByRole('dialog', { name: 'Guardar los filtros' })
  await saving.getByRole('textbox').fill('Lo que va tarde')
  await saving.getByRole('button', { name: 'Guardar estos filtros' }).click()
  await page.getByRole('link', { name: 'Lo que va tarde' }).waitFor()

  await page.getByRole('button', { name: /^Marcar como hecho: Presupuestar/ }).click()
  const ending = page.getByRole('dialog', { name: /Está hecho/ })
  await ending.getByRole('textbox', { name: 'Motivo' }).fill('La distribuidora lo envió ayer.')
  await ending.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('No hay ningún plazo así').waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})

test('an operator records what was asked for by phone, and its customer reads by when it comes', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const userId = await insertUser(db, { customerIds: [customerId] })
  const { name } = await insertContract(db, { customerId })
  const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/duties', {
    viewport: phone,
    roles: ['care'],
  })
  await page.getByRole('button', { name: 'Registrar un hecho' }).click()
  const recording = page.getByRole('dialog', { name: 'Registrar un hecho' })
  await recording
    .getByRole('combobox', { name: /Qué ha pasado/ })
    .selectOption({ label: 'Entregar la grabación de una llamada' })
  await recording.getByRole('textbox', { name: /Contrato o cliente/ }).fill(name)
  await recording.getByRole('textbox', { name: /Nota/ }).fill('La pide por teléfono.')
  await expectAccessible(page)
  await recording.getByRole('button', { name: 'Registrar' }).click()
  await page.getByText('La pide por teléfono.').waitFor()
  await page.getByRole('checkbox', { name: /Entregar la grabación/ }).check()
  await page.getByText('1 marcado').waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()

  const { token } = await portal.as(userId)
  const visit = await openVisit(browser, portal, { token: token!, viewport: phone })
  await visit.page.goto(`contracts/electricity/${name}`)
  await visit.page.getByText(/^Du bekommst die Aufnahme bis zum Ende des/).waitFor()
  await expectAccessible(visit.page)
  visit.expectNoErrors()
  await visit.context.close()
})

test('an administrator replaces a norm and adds a holiday, on a phone too', async () => {
  const { context, page, expectNoErrors } = await visitAsOperator(browser, portal, 'operator/norms?q=17.3', {
    viewport: phone,
  })
  await page.getByText('5 días').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Sustituir Ley 10\/2025, art. 17.3/ }).click()
  const replacing = page.getByRole('dialog', { name: /^Sustituir una norma/ })
  await replacing.getByRole('textbox', { name: 'Cuánto' }).fill('3')
  await expectAccessible(page)
  await replacing.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('3 días').waitFor()
  await page.getByRole('button', { name: /^Cambiar Ley 10\/2025/ }).waitFor()

  await page.goto('operator/holidays?year=2027')
  await page.getByText('No hay festivos').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Añadir un festivo' }).click()
  const adding = page.getByRole('dialog', { name: 'Añadir un festivo' })
  await adding.getByRole('textbox', { name: /Día/ }).fill('13/09/2027')
  await adding.getByRole('textbox', { name: 'Nombre' }).fill('Diada')
  await adding.getByRole('combobox', { name: 'Comunidad' }).selectOption({ label: 'Catalunya' })
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Diada').first().waitFor()
  await expectAccessible(page)
  expectNoErrors()
  await context.close()
})
