import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { EnvironmentError, findMisspeltVariables } from './environment.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('mails are stored as files unless a server is configured, whose URL may be in a file', async () => {
  expect(readConfig({}).mail.url).toBeUndefined()
  const file = join(await mkdtemp(join(tmpdir(), 'llum-config-')), 'mail-url')
  await writeFile(file, 'smtps://llum:secret@mail.example\n')
  const { mail } = readConfig({ MAIL_URL_FILE: file, MAIL_FROM: 'hola@demo-energia.example' })
  expect(mail).toEqual({ url: 'smtps://llum:secret@mail.example', from: 'hola@demo-energia.example' })
})

test.each<[NodeJS.ProcessEnv, 'on' | 'by_default' | 'off', string]>([
  [{}, 'by_default', 'a fresh clone shows itself'],
  [{ DATABASE_URL: 'postgres://db.test/llum' }, 'off', 'a database of one’s own is no demonstration'],
  [{ DATABASE_URL: 'postgres://db.test/llum', DEMO: 'on' }, 'on', 'somebody wants to show it on PostgreSQL'],
  [{ UPSTREAM_API: 'https://old.example', DEMO: 'on' }, 'off', 'the demo’s customers could not sign in there'],
  [{ DEMO: 'off' }, 'off', 'it was said'],
])('with %j the demonstration is %s: %s', (environment, demo) => {
  expect(readConfig(environment).demo).toBe(demo)
})

test('the public origin drops a trailing slash', () => {
  expect(readConfig({ PUBLIC_ORIGIN: 'https://portal.example/' }).publicOrigin).toBe('https://portal.example')
})

test('a missing or empty secret file is named, and the content of secret files is not revealed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'llum-config-'))
  const missing = () => readConfig({ OIDC_CLIENT_SECRET_FILE: join(folder, 'none') })
  expect(missing).toThrow(EnvironmentError)
  expect(missing).toThrow(/^OIDC_CLIENT_SECRET_FILE names a file that cannot be read: .*none \(ENOENT\)\.$/)
  await writeFile(join(folder, 'empty'), '\n')
  expect(() => readConfig({ OIDC_CLIENT_SECRET_FILE: join(folder, 'empty') })).toThrow('is empty')
})

test.each<[string, string | undefined]>([
  ['STRIPE_WEBHOK_SECRET', 'STRIPE_WEBHOOK_SECRET'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
  ['database_url', 'DATABASE_URL'],
  ['OIDC_CLIENT_SECRT_FILE', 'OIDC_CLIENT_SECRET'],
  ['STRIPE_ACCOUNT_COUNTRY', 'docs/configuration.md'],
  ['METRICS_SERVICE_HOST', undefined],
  ['STRIPE_SECRET_KEY_FILE', undefined],
  ['PATH', undefined],
  ['HOSTNAME', undefined],
  ['TEST_DATABASE_URL', undefined],
])('the hint for %s is: %s', (name, meant) => {
  const said = findMisspeltVariables({ [name]: 'x-secret' })
  expect(said).toEqual(meant ? [expect.stringContaining(meant)] : [])
  expect(said.join()).not.toContain('x-secret')
})

test.each<[NodeJS.ProcessEnv, string, string]>([
  [{ PUBLIC_ORIGIN: 'https://portal.example/office' }, 'PUBLIC_ORIGIN', 'the path is told by BASE_PATH'],
  [{ PUBLIC_ORIGIN: 'ftp://portal.example' }, 'PUBLIC_ORIGIN', 'browsers speak HTTP'],
  [{ PUBLIC_ORIGIN: 'portal.example' }, 'PUBLIC_ORIGIN', 'a name is no address'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET', 'Stripe’s secrets have a form'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY', 'the halves of the key are mistaken'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY', 'a test key charges no live card'],
  [{ MAIL_URL: 'smtp://mail.example' }, 'MAIL_FROM', 'mails come from somewhere'],
  [{ MAIL_URL: 'https://mail.example', MAIL_FROM: 'a@example.test' }, 'MAIL_URL', 'a mail server speaks SMTP'],
  [{ MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'Anna' }, 'MAIL_FROM', 'a name is no address'],
  [{ S3_BUCKET: 'https://s3.example/llum' }, 'S3_SECRET_ACCESS_KEY', 'a bucket knows who asks'],
  [{ S3_BUCKET: 's3://llum' }, 'S3_BUCKET', 'a bucket is asked by HTTP'],
  [{ REDSYS_MERCHANT_CODE: '999008881' }, 'REDSYS_SECRET_KEY', 'a merchant signs'],
  [{ ROLE: 'server' }, 'DATABASE_URL', 'the embedded database belongs to one process'],
  [{ ROLE: 'worker', DATABASE_URL: 'postgres://db.test/llum' }, 'PUBLIC_ORIGIN', 'mails lead somewhere'],
  [{ SECURITY_CONTACT: 'Anna' }, 'SECURITY_CONTACT', 'a name is no address'],
  [
    { REDSYS_MERCHANT_CODE: '999008881', REDSYS_SECRET_KEY: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7' },
    'PUBLIC_ORIGIN',
    'Redsys reports to an address',
  ],
  [{ UPSTREAM_API: 'ftp://old.example' }, 'UPSTREAM_API', 'calls are made over HTTP'],
  [
    {
      UPSTREAM_API: 'https://old.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    },
    'OIDC_ISSUER',
    'the server behind knows the customers',
  ],
  [{ REDSYS_SECRET_KEY: 'c2hvcnQ=' }, 'REDSYS_SECRET_KEY', 'a key has 24 bytes'],
])('%j is rejected with the name of the variable, %s: %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(EnvironmentError)
  expect(() => readConfig(environment)).toThrow(name)
})
