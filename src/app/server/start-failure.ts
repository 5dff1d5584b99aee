import { FolderInUse } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { EnvironmentProblem } from './environment.ts'
import { NotMigrated } from './migration.ts'
import { WrongDatabase } from './wrong-database.ts'

const noAnswer = 'The database does not answer. See whether it runs, and DATABASE_URL.'
const notIn =
  'The database does not let this user in with this password. See the user and the password in DATABASE_URL.'

/** By the codes of the system and of PostgreSQL. What was typed is not repeated: it holds a password. */
const databaseFailures: Record<string, string> = {
  ECONNREFUSED: noAnswer,
  ETIMEDOUT: noAnswer,
  ECONNRESET: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  '57P03': noAnswer,
  ENOTFOUND: 'The host of the database has no address. See the host in DATABASE_URL.',
  EAI_AGAIN: 'The address of the database cannot be looked up now. See the host in DATABASE_URL, and the network.',
  '28P01': notIn,
  '28000': notIn,
  '3D000': 'The database server has no database of this name. Create it, or see the name in DATABASE_URL.',
  '42501':
    'The user of the database may not do what is needed there. Make it the owner of the database: docs/running/install.md.',
  '53300': 'The database takes no more connections. Allow more of them, or start fewer programs.',
}

/** What to tell whoever starts the server and cannot: what they can mend in a sentence, anything else whole. */
export function explainFailedStart(error: unknown): string {
  const told = [FolderInUse, EnvironmentProblem, NotMigrated, WrongDatabase]
  if (told.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another with PORT.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Choose another with PORT.`
  const ofDatabase = code && databaseFailures[code]
  if (ofDatabase) return ofDatabase
  if (code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('entry-server.js'))
    return 'The portal has not been built: run `npm run build` first.'
  return error.stack ?? error.message
}
