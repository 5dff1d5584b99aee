import { expect, test } from 'vitest'
import { type DatabaseFault, databaseFaultOf, isUnwritable } from './database-fault.ts'

const cases: [reason: string, thrown: object, fault: DatabaseFault | undefined][] = [
  ['nobody listens there', { code: 'ECONNREFUSED' }, 'away'],
  ['the connection broke', { code: 'ECONNRESET' }, 'away'],
  ['its name is not known', { code: 'ENOTFOUND' }, 'away'],
  ['the embedded one does not run', { code: 'ENOENT', syscall: 'connect' }, 'away'],
  ['a file that is missing is something else', { code: 'ENOENT', syscall: 'open' }, undefined],
  ['every address of its name refuses', { message: '', errors: [{ code: 'ECONNREFUSED' }] }, 'away'],
  ['a connection failure', { code: '08006' }, 'away'],
  ['it was shut down', { code: '57P01' }, 'away'],
  ['it crashed', { code: '57P02' }, 'away'],
  ['it begins', { code: '57P03' }, 'away'],
  ['it ended the connection', { message: 'Connection terminated unexpectedly' }, 'away'],
  ['a statement took too long', { code: '57014' }, 'busy'],
  ['a lock took too long', { code: '55P03' }, 'busy'],
  ['two waited for each other', { code: '40P01' }, 'busy'],
  ['two wrote the same', { code: '40001' }, 'busy'],
  ['too many connections', { code: '53300' }, 'busy'],
  ['out of memory', { code: '53200' }, 'busy'],
  ['no connection of the pool was free', { message: 'timeout exceeded when trying to connect' }, 'busy'],
  ['it does not answer', { message: 'Query read timeout' }, 'busy'],
  ['it is a replica', { code: '25006' }, 'readOnly'],
  ['its disk is full', { code: '53100' }, 'full'],
  ['it has no room to begin a connection', { code: 'XX000', severity: 'FATAL' }, 'away'],
  ['a failure within a statement is something else', { code: 'XX000', severity: 'ERROR' }, undefined],
  ['its disk fails', { code: '58030' }, 'full'],
  ['a statement that is wrong is a failure of ours', { code: '42601' }, undefined],
  ['so is a value that there was already', { code: '23505' }, undefined],
  ['and anything else', { message: 'undefined is not a function' }, undefined],
  ['a refusal of ours has words for a code', { code: 'unavailable' }, undefined],
]
test.each(cases)('%s', (_, thrown, fault) => {
  expect(databaseFaultOf(Object.assign(new Error('message' in thrown ? String(thrown.message) : 'x'), thrown))).toBe(
    fault,
  )
})

test('what is no error at all tells of no fault', () => {
  expect([undefined, null, 'text', 7].map(databaseFaultOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('reading goes on while nothing can be written', () => {
  expect(['25006', '53100', '57P01'].map((code) => isUnwritable({ code }))).toEqual([true, true, false])
})
