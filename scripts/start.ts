// `npm start`: builds what is stale, then starts the server.
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

process.env.NODE_ENV = 'production'
// The build runs in its own process, so that its memory is released before the server runs.
const built = spawnSync(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)
// The next start reads the stripped and compiled code of this one from the cache: it takes half the time, and the type
// stripper is not loaded.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('#app/server/main.ts')
