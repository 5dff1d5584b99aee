import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCustomer } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { type } from './testing/type.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test("a retailer's own customers are not replaced by those of the demo", async () => {
  await aCustomer(portal.context.db, { name: 'Rosa Vidal' })
  const answer = await type('portal', { ...portal.environment, DEMO: 'on' }, ['demo', 'reset'])
  expect(answer).toEqual({
    code: 1,
    printed: '',
    complaint: 'The customers in this database are not those of the demo, so it stays as it is.\n',
  })
  expect(await portal.context.db.selectFrom('customer').select('name').execute()).toEqual([{ name: 'Rosa Vidal' }])
})

test('without a demo there is none to be made anew', async () => {
  const answer = await type('portal', { ...portal.environment, DEMO: 'off' }, ['demo', 'reset'])
  expect(answer).toEqual({ code: 1, printed: '', complaint: 'There is no demo retailer here: DEMO is off.\n' })
})
