import { unanswered } from './watched-pool.ts'

/**
 * What keeps the database from doing its work, told by what a visitor can expect: it is not there, has too much to do, takes
 * no writes, or has no room for them.
 */
export type DatabaseFault = 'away' | 'busy' | 'readOnly' | 'full'

// https://www.postgresql.org/docs/current/errcodes-appendix.html; a class stands for all of its codes.
const faultByCode: Record<string, DatabaseFault> = {
  '08': 'away',
  '25006': 'readOnly',
  '25P03': 'busy',
  // Two that wanted the same rows: one of them is told to try again.
  '40001': 'busy',
  '40P01': 'busy',
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57014': 'busy',
  '57P': 'away',
  '58030': 'full',
  // The kernel's, for the connection.
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
}

// What the driver says of a connection without a code: all have been in use for as long as anybody waits, or it is gone.
const faultByMessage: Record<string, DatabaseFault> = {
  [unanswered]: 'busy',
  'timeout exceeded when trying to connect': 'busy',
  'Connection terminated': 'away',
  'Connection terminated unexpectedly': 'away',
  'Connection terminated due to connection timeout': 'away',
  'Client has encountered a connection error and is not queryable': 'away',
}

type DriverError = { errors?: unknown; severity?: unknown }

/** The fault of the database that something thrown tells of; undefined where it tells of something else. */
export function databaseFaultOf(thrown: unknown): DatabaseFault | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const { code, syscall, message, errors, severity } = thrown as NodeJS.ErrnoException & DriverError
  // A name with several addresses fails with what each of them met.
  if (Array.isArray(errors) && errors.length) return databaseFaultOf(errors[0])
  // It lets nobody in for a failure of its own, as where its disk has no room for what each connection begins with.
  if ((severity === 'FATAL' || severity === 'PANIC') && code?.startsWith('XX')) return 'away'
  // The socket of a database on this machine that does not run.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : undefined
  if (typeof code === 'string') {
    const isState = /^[0-9A-Z]{5}$/.test(code)
    const fault =
      faultByCode[code] ?? (isState ? (faultByCode[code.slice(0, 3)] ?? faultByCode[code.slice(0, 2)]) : undefined)
    if (fault) return fault
  }
  return faultByMessage[message]
}

/** Whether a write failed because nothing can be written for the moment, while reading goes on. */
export function isUnwritable(thrown: unknown): boolean {
  const fault = databaseFaultOf(thrown)
  return fault === 'readOnly' || fault === 'full'
}
