import { expect, test } from 'vitest'
import { domainOfCall } from '#app/server/http/call-domains.ts'
import { menuFor } from './menu.ts'
import { pages } from './pages.ts'

const aliases: Record<string, string> = {
  '/operator/market': '/operator/retailers',
  '/operator/collections': '/operator/debts',
  '/operator/payments/reports': '/operator/payment-reports',
  '/operator/payments/holds': '/operator/payment-holds',
  '/operator/webhooks/deliveries': '/operator/webhook_deliveries',
  '/operator/webhooks/deliveries/:id': '/operator/webhook_deliveries/:id',
  '/operator': '/operator/today',
}
const calls = [...domainOfCall.keys()].filter(({ access, method }) => access === 'operator' && method === 'GET')

test.each(pages.filter(({ protection }) => protection === 'private').map(({ path, roles }) => [path, roles] as const))(
  '%s has the roles of the call that it reads',
  (path, roles) => {
    const name = path.replaceAll('$', ':')
    const read = calls.find((call) => call.path === (aliases[name] ?? name))
    expect(read?.roles).toEqual(roles)
  },
)

test('the menu contains what the roles include, and no empty group', () => {
  const namesFor = (...roles: Parameters<typeof menuFor>[0]) =>
    menuFor(roles).flatMap(({ group, entries }) => [group, ...entries.map(({ name }) => name)])
  expect(namesFor('care').slice(0, 4)).toEqual(['customers', 'customers', 'cases', 'duties'])
  expect(namesFor('content')).toEqual(['portal', 'settings', 'content', 'newsletters', 'system', 'activity'])
  expect(namesFor()).toEqual([])
  expect(namesFor('administrator')).toContain('operators')
})
