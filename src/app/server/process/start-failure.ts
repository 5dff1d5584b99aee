import { RefusedMigrationError } from '#db/refused-migration.ts'
import { FolderInUseError } from '#kit/server/embedded-postgres/socket-lock.ts'
import { WrongDatabaseError } from './check-database.ts'
import { EnvironmentError } from './environment.ts'
import { NotMigratedError } from './migration.ts'
import { StopNeededError } from './require-stop.ts'

const databaseUnreachable = 'The database does not answer. See whether it runs, and DATABASE_URL.'
const databaseAccessDenied =
  'The database does not let this user in with this password. See the user and the password in DATABASE_URL.'

/**
 * By the codes of the system and of PostgreSQL. The connection string is not repeated, because it contains a password.
 */
const databaseFailures: Record<string, string> = {
  ECONNREFUSED: databaseUnreachable,
  ETIMEDOUT: databaseUnreachable,
  ECONNRESET: databaseUnreachable,
  EHOSTUNREACH: databaseUnreachable,
  ENETUNREACH: databaseUnreachable,
  '57P03': databaseUnreachable,
  ENOTFOUND: 'The host of the database has no address. See the host in DATABASE_URL.',
  EAI_AGAIN: 'The address of the database cannot be looked up now. See the host in DATABASE_URL, and the network.',
  '28P01': databaseAccessDenied,
  '28000': databaseAccessDenied,
  '3D000': 'The database server has no database of this name. Create it, or see the name in DATABASE_URL.',
  '42501':
    'The user of the database may not do what is needed there. Make it the owner of the database: docs/running/install.md.',
  '53300': 'The database takes no more connections. Allow more of them, or start fewer programs.',
}

/**
 * Returns the message for a failed start: a sentence for what the operator of the server can fix, anything else in
 * full.
 */
export function explainFailedStart(error: unknown): string {
  const selfExplainingErrors = [
    ...[FolderInUseError, EnvironmentError, NotMigratedError],
    ...[RefusedMigrationError, StopNeededError, WrongDatabaseError],
  ]
  if (selfExplainingErrors.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another with PORT.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Choose another with PORT.`
  const ofDatabase = code && databaseFailures[code]
  if (ofDatabase) return ofDatabase
  if (code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('entry-paths.js'))
    return 'The portal has not been built: run `npm run build` first.'
  return error.stack ?? error.message
}
