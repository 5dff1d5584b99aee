import { queryTimeoutMessage } from './statement-runner.ts'

/**
 * The reason why the database cannot work, by what a visitor can expect: it is unreachable, overloaded, accepts no
 * writes, or has no disk space for them.
 */
export type DatabaseFault = 'away' | 'busy' | 'readOnly' | 'full'

// https://www.postgresql.org/docs/current/errcodes-appendix.html; a class covers all of its codes.
const faultByCode: Record<string, DatabaseFault> = {
  '08': 'away',
  '25006': 'readOnly',
  '25P03': 'busy',
  // Two transactions competed for the same rows; one of them has to be retried.
  '40001': 'busy',
  '40P01': 'busy',
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57014': 'busy',
  '57P': 'away',
  '58030': 'full',
  // Error codes of the operating system, for the connection.
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

// Driver messages about connections, which have no code: no connection became free within the waiting time, or the
// connection is lost.
const faultByMessage: Record<string, DatabaseFault> = {
  [queryTimeoutMessage]: 'busy',
  'timeout exceeded when trying to connect': 'busy',
  'Connection terminated': 'away',
  'Connection terminated unexpectedly': 'away',
  'Connection terminated due to connection timeout': 'away',
  'Client has encountered a connection error and is not queryable': 'away',
}

// A node of a Citus cluster was lost during a statement; its coordinator reports that as an internal error of its own.
const lostNodeMessage = /^server closed the connection unexpectedly/

type DriverError = { errors?: unknown; severity?: unknown }

/** Returns the database fault that a thrown value reports; undefined where it reports anything else. */
export function databaseFaultOf(thrown: unknown): DatabaseFault | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const { code, syscall, message, errors, severity } = thrown as NodeJS.ErrnoException & DriverError
  // A host name with several addresses fails with the error of each of them.
  if (Array.isArray(errors) && errors.length) return databaseFaultOf(errors[0])
  // The server refuses connections because of an internal failure, such as a disk without room for what each connection
  // needs at its start.
  if ((severity === 'FATAL' || severity === 'PANIC') && code?.startsWith('XX')) return 'away'
  // The socket of a local database that is not running.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : undefined
  if (typeof code === 'string') {
    const isState = /^[0-9A-Z]{5}$/.test(code)
    const fault =
      faultByCode[code] ?? (isState ? (faultByCode[code.slice(0, 3)] ?? faultByCode[code.slice(0, 2)]) : undefined)
    if (fault) return fault
  }
  return faultByMessage[message] ?? (lostNodeMessage.test(message) ? 'away' : undefined)
}

/** Checks whether a write failed because the database accepts no writes at present, while reads still work. */
export function isUnwritable(thrown: unknown): boolean {
  const fault = databaseFaultOf(thrown)
  return fault === 'readOnly' || fault === 'full'
}
