import { describe, expect, test } from 'vitest'
import { lockfileProblems } from './lockfile.ts'
import { secretsIn } from './secrets.ts'

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
    const found = lockfileProblems({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': entry } })
    if (problem) expect(found.join()).toMatch(problem)
    else expect(found).toEqual([])
  })
})

describe('a text', () => {
  // Put together here, so that this file holds none itself.
  const cases: [what: string, text: string, kind: string | null][] = [
    ['a key of Stripe', `key: '${'sk_live'}_${'a1B2'.repeat(6)}'`, 'Stripe live key'],
    ['a test key is none', `key: 'sk_test_${'a1B2'.repeat(6)}'`, null],
    ['a token of GitHub', `ghp_${'a'.repeat(36)}`, 'GitHub token'],
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIE'.repeat(16)}`, 'private key'],
    ['the words that begin one are none', `-----BEGIN ${'PRIVATE'} KEY-----`, null],
    ['a password in an address', `postgres://llum:${'hunter2'}@db.retailer.es/llum`, 'password in an address'],
    ['one of an example is none', 'smtp://user:password@host:587', null],
    ['nor is one of a test', `postgres://llum:${'hunter2'}@db.test/llum`, null],
  ]
  test.each(cases)('%s', (_, text, kind) => {
    expect(secretsIn(`first line\n${text}`)).toEqual(kind ? [{ line: 2, kind }] : [])
  })
})
