import { checkDatabase } from './process/check-database.ts'
import { type Config, readConfig } from './process/config.ts'
import { logEarly } from './process/early-log.ts'
import { findMisspeltVariables } from './process/environment.ts'
import { openDatabase } from './process/open-database.ts'
import { explainFailedStart } from './process/start-failure.ts'
import { refuseUnsafeStart } from './process/start-safety.ts'
import type { Tracing } from './process/tracing.ts'

/** What happens at the same time as the start, and must be done before requests are answered. */
export type StartOptions = {
  /** Resolves when the files of the portal are built. */
  whenBuilt?: Promise<void>
}

/** Starts the program in the role of its environment. If it cannot start, says why and ends the process. */
export async function startPortal(options: StartOptions = {}) {
  await start(options).catch((error) => {
    console.error(explainFailedStart(error))
    process.exit(1)
  })
}

async function start({ whenBuilt }: StartOptions) {
  const config = readConfig(process.env)
  for (const warning of findMisspeltVariables(process.env)) logEarly(warning)
  refuseUnsafeStart(config)
  // Loaded before the database is opened, and only if traces are enabled: it takes memory.
  const tracing = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? await loadTracing(config) : undefined
  // The database opens, in a thread or on another machine, while the rest of the program is loaded.
  const [database, { runPortal }] = await Promise.all([openDatabase(config), import('./run-portal.ts')])
  for (const warning of await checkDatabase(database, config)) logEarly(warning)
  await runPortal({ config, database, tracing, whenBuilt })
}

async function loadTracing(config: Config): Promise<Tracing> {
  const [{ startTracing }, { isFromProxy }] = await Promise.all([
    import('./process/tracing.ts'),
    import('./http/http-server.ts'),
  ])
  return startTracing({ isFromProxy: (request) => isFromProxy(request, config) })
}
