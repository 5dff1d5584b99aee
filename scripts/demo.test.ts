import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCustomer } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { type } from './testing/type.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('a retailer’s own customers are not replaced by those of the demo', async () => {
  await insertCustomer(portal.context.db, { name: 'Rosa Vidal' })
  const answer = await type('portal', { ...portal.environment, DEMO: 'on' }, ['demo', 'reset'])
  expect(answer).toEqual({
    code: 1,
    printed: '',
    complaint: 'The customers in this database are not those of the demo, so it stays as it is.\n',
  })
  expect(await portal.context.db.selectFrom('customer').select('name').execute()).toEqual([{ name: 'Rosa Vidal' }])
})

test('a reset without a demo is rejected', async () => {
  const answer = await type('portal', { ...portal.environment, DEMO: 'off' }, ['demo', 'reset'])
  expect(answer).toEqual({ code: 1, printed: '', complaint: 'There is no demo retailer here: DEMO is off.\n' })
})
