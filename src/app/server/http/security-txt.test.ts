import { expect, test } from 'vitest'
import { startTestPortal } from '../testing/test-portal.ts'

const now = new Date('2026-03-01T20:00:00Z')

test('security.txt is at the root of the host', async () => {
  const portal = await startTestPortal({
    environment: { BASE_PATH: '/office', PUBLIC_ORIGIN: 'https://portal.test' },
    now,
  })
  await portal.set('organization.email', 'security@retailer.test')
  const answer = await portal.app.inject('/.well-known/security.txt')
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@retailer.test',
    'Expires: 2026-08-28T00:00:00.000Z',
    'Preferred-Languages: ca, es, en, gl, fr, de',
    'Canonical: https://portal.test/.well-known/security.txt',
    '',
  ])
  await portal.set('organization.email', '')
  expect((await portal.app.inject('/.well-known/security.txt')).statusCode).toBe(404)
  await portal.close()
})

test('a security contact takes precedence over the customers’ one', async () => {
  const portal = await startTestPortal({ environment: { SECURITY_CONTACT: 'https://retailer.test/security' }, now })
  expect((await portal.app.inject('/.well-known/security.txt')).body).toContain(
    'Contact: https://retailer.test/security\n',
  )
  await portal.close()
})
