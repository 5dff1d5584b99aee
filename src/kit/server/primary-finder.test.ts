import { expect, test } from 'vitest'
import { listServerAddresses } from './primary-finder.ts'

test.each([
  ['postgres://one/portal', ['postgres://one/portal'], 'one server is that server'],
  [
    'postgres://llum:se%2Ccret@one:5432,two:5433/portal?sslmode=require',
    [
      'postgres://llum:se%2Ccret@one:5432/portal?sslmode=require',
      'postgres://llum:se%2Ccret@two:5433/portal?sslmode=require',
    ],
    'each has its own port, all the rest is theirs together',
  ],
  ['postgresql://[::1],two', ['postgresql://[::1]', 'postgresql://two'], 'a server may be named by its number alone'],
  ['postgres://a,b@one/portal', ['postgres://a,b@one/portal'], 'a comma of a user names no server'],
  ['postgres:///portal?host=/run/a,b', ['postgres:///portal?host=/run/a,b'], 'a folder of a socket is one place'],
])('%s', (connectionString, addresses) => {
  expect(listServerAddresses(connectionString)).toEqual(addresses)
})
