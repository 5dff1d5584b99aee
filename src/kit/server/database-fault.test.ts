import { expect, test } from 'vitest'
import { type DatabaseFault, databaseFaultOf, isUnwritable } from './database-fault.ts'

const cases: [reason: string, thrown: object, fault: DatabaseFault | undefined][] = [
  ['nothing listens at its address', { code: 'ECONNREFUSED' }, 'away'],
  ['the connection was reset', { code: 'ECONNRESET' }, 'away'],
  ['its hostname is unknown', { code: 'ENOTFOUND' }, 'away'],
  ['the embedded database is not running', { code: 'ENOENT', syscall: 'connect' }, 'away'],
  ['a missing file is not a database fault', { code: 'ENOENT', syscall: 'open' }, undefined],
  ['every address of its hostname refuses', { message: '', errors: [{ code: 'ECONNREFUSED' }] }, 'away'],
  ['a connection failure', { code: '08006' }, 'away'],
  ['the server was shut down', { code: '57P01' }, 'away'],
  ['the server crashed', { code: '57P02' }, 'away'],
  ['the server is starting', { code: '57P03' }, 'away'],
  ['the server closed the connection', { message: 'Connection terminated unexpectedly' }, 'away'],
  ['a statement timed out', { code: '57014' }, 'busy'],
  ['a lock timed out', { code: '55P03' }, 'busy'],
  ['a deadlock', { code: '40P01' }, 'busy'],
  ['a serialization failure', { code: '40001' }, 'busy'],
  ['too many connections', { code: '53300' }, 'busy'],
  ['out of memory', { code: '53200' }, 'busy'],
  ['no free connection in the pool', { message: 'timeout exceeded when trying to connect' }, 'busy'],
  ['no reply to a query', { message: 'Query read timeout' }, 'busy'],
  ['a replica', { code: '25006' }, 'readOnly'],
  ['a full disk', { code: '53100' }, 'full'],
  ['no room to start a connection', { code: 'XX000', severity: 'FATAL' }, 'away'],
  ['an internal error within a statement is not a fault', { code: 'XX000', severity: 'ERROR' }, undefined],
  ['a lost node of a cluster', { code: 'XX000', message: 'server closed the connection unexpectedly\n\tThis' }, 'away'],
  ['a failing disk', { code: '58030' }, 'full'],
  ['an invalid statement is not a fault', { code: '42601' }, undefined],
  ['a duplicate value is not a fault', { code: '23505' }, undefined],
  ['any other error is not a fault', { message: 'undefined is not a function' }, undefined],
  ['a refusal by the portal is not a fault', { code: 'unavailable' }, undefined],
]
test.each(cases)('%s', (_, thrown, fault) => {
  expect(databaseFaultOf(Object.assign(new Error('message' in thrown ? String(thrown.message) : 'x'), thrown))).toBe(
    fault,
  )
})

test('finds no fault in a value that is not an error', () => {
  expect([undefined, null, 'text', 7].map(databaseFaultOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('distinguishes faults that still allow reads', () => {
  expect(['25006', '53100', '57P01'].map((code) => isUnwritable({ code }))).toEqual([true, true, false])
})
