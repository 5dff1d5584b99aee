import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EnvironmentProblem, readConfig } from './config.ts'

test('mails are kept as files until a server is named, whose address may stand in a file', async () => {
  expect(readConfig({}).mail.url).toBeUndefined()
  const file = join(await mkdtemp(join(tmpdir(), 'llum-config-')), 'mail-url')
  await writeFile(file, 'smtps://llum:secret@mail.example\n')
  const { mail } = readConfig({ MAIL_URL_FILE: file, MAIL_FROM: 'hola@demo-energia.example' })
  expect(mail).toEqual({ url: 'smtps://llum:secret@mail.example', from: 'hola@demo-energia.example' })
})

test.each<[NodeJS.ProcessEnv, string, string]>([
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
])('%j is refused with the name of the variable, %s: %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(EnvironmentProblem)
  expect(() => readConfig(environment)).toThrow(name)
})
