// `npm start`: builds what is stale, then serves.
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

process.env.NODE_ENV = 'production'
// The builder is a program of its own, so that its memory is gone when the server runs.
const built = spawnSync(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)
// What this start strips of types and compiles, the next one reads: it takes half the time, and the stripper stays unloaded.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('#app/server/main.ts')
