// The portal's server on the bench's database, which tells its port and, when asked, its memory.
import { resolve } from 'node:path'
import { makeApp } from '#app/server/app.ts'
import { readConfig } from '#app/server/process/config.ts'
import { openDatabase } from '#app/server/process/open-database.ts'
import { makeContext } from '#app/server/wiring/context.ts'

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent', DEMO: 'off' })
const { pool } = await openDatabase(config)
const context = await makeContext({ config, pool, log: { warn: console.warn } })
const hasPages = process.env.PAGES === 'on'
const app = await makeApp(context, { portal: hasPages ? { kind: 'built', folder: resolve('dist') } : { kind: 'none' } })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send!({ port: typeof address === 'object' ? address?.port : undefined })
process.on('message', () => process.send!({ residentBytes: process.memoryUsage().rss }))
process.on('disconnect', () => process.exit())
