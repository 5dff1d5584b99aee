// `npm start`: builds what is stale, then starts the server. The next start reads the stripped and compiled code of this one
// from the cache that the script of package.json names: it takes half the time, and no thread loads the type stripper.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fingerprintSources, isBuiltFrom } from './build-stamp.ts'

/** The build and the creation of the demo retailer take less than this together. */
const sharedMemoryBytes = 3_000_000_000

process.env.NODE_ENV = 'production'
const whenBuilt = isBuiltFrom(fingerprintSources()) ? undefined : build()
// Where memory is scarce, one after the other.
if (process.availableMemory() < sharedMemoryBytes) await whenBuilt
const { startPortal } = await import('#app/server/start-portal.ts')
await startPortal({ whenBuilt })

// In its own process, so that its memory is released before the server answers.
async function build() {
  const building = spawn(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], {
    stdio: 'inherit',
  })
  const [status] = await once(building, 'exit')
  if (status !== 0) process.exit(status ?? 1)
}
