// A minimal server of the same list and the same single invoice: rows from node-postgres, JSON from fastify, no checks.
import Fastify from 'fastify'
import { openPool } from '#kit/server/database.ts'

const pool = openPool({ url: process.env.DATABASE_URL! })
const app = Fastify()
const customer = 77

app.get('/list', async () => {
  const text = 'select * from floor_invoice where customer = $1 order by issued desc limit 100'
  return (await pool.query({ name: 'list', text, values: [customer] })).rows
})
app.get('/point', async () => {
  const text = 'select * from floor_invoice where id = $1'
  return (await pool.query({ name: 'point', text, values: [customer * 100] })).rows[0]
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send!({ port: typeof address === 'object' ? address?.port : undefined })
process.on('disconnect', () => process.exit())
