import { FolderInUse } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { EnvironmentProblem } from './config.ts'
import { NotMigrated } from './migration.ts'

/** What to tell whoever starts the server and cannot: what they can mend in a sentence, anything else whole. */
export function explainFailedStart(error: unknown): string {
  const told = [FolderInUse, EnvironmentProblem, NotMigrated]
  if (told.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another with PORT.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Choose another with PORT.`
  if (code === 'ECONNREFUSED' || code === '57P03')
    return 'The database does not answer. See whether it runs, and DATABASE_URL.'
  if (code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('entry-server.js'))
    return 'The portal has not been built: run `npm run build` first.'
  return error.stack ?? error.message
}
