import { describe, expect, test } from 'vitest'
import { findLockfileProblems } from './lockfile.ts'
import { findSecrets } from './secrets.ts'

const integrity = `sha512-${'a'.repeat(86)}==`

describe('a lock file', () => {
  const cases: [reason: string, entry: object, problem: RegExp | null][] = [
    ['is right with a hash alone', { integrity }, null],
    ['and with the address of the registry', { integrity, resolved: 'https://registry.npmjs.org/a/-/a-1.tgz' }, null],
    ['is wrong about a package from elsewhere', { integrity, resolved: 'https://mirror.test/a.tgz' }, /mirror/],
    [
      'even where only the beginning is alike',
      { integrity, resolved: 'https://registry.npmjs.org.a.test/a' },
      /a\.test/,
    ],
    ['and about one that nothing is known of', {}, /sha512/],
    ['or whose hash is weak', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /sha512/],
    ['or that is a folder', { link: true, integrity }, /link/],
  ]
  test.each(cases)('%s', (_, entry, problem) => {
    const found = findLockfileProblems({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': entry } })
    if (problem) expect(found.join()).toMatch(problem)
    else expect(found).toEqual([])
  })
})

describe('a text', () => {
  // Assembled here, so that this file itself contains no secret.
  const cases: [what: string, text: string, kind: string | null][] = [
    ['with a Stripe live key is reported', `key: '${'sk_live'}_${'a1B2'.repeat(6)}'`, 'Stripe live key'],
    ['with a Stripe test key is accepted', `key: 'sk_test_${'a1B2'.repeat(6)}'`, null],
    ['with a GitHub token is reported', `ghp_${'a'.repeat(36)}`, 'GitHub token'],
    ['with a private key is reported', `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIE'.repeat(16)}`, 'private key'],
    ['with only the header of a private key is accepted', `-----BEGIN ${'PRIVATE'} KEY-----`, null],
    [
      'with a password in an address is reported',
      `postgres://llum:${'hunter2'}@db.retailer.es/llum`,
      'password in an address',
    ],
    ['with an example password is accepted', 'smtp://user:password@host:587', null],
    ['with a password for a test domain is accepted', `postgres://llum:${'hunter2'}@db.test/llum`, null],
  ]
  test.each(cases)('%s', (_, text, kind) => {
    expect(findSecrets(`first line\n${text}`)).toEqual(kind ? [{ line: 2, kind }] : [])
  })
})
