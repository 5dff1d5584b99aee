import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import type { DB } from '#db/tables.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { demoPassword, signIn, type Trial } from './trial.ts'

const customerCount = 8
const retryForSeconds = 60
const pauseMilliseconds = 60

/** A request that was not answered with 200, and how. */
export type FailedRequest = { customerId: number; at: number; status: number; hasRetryAfter: boolean; text: string }

/** Customers of all nodes who read and write. */
export type Customers = {
  ids: number[]
  answered: number
  failures: FailedRequest[]
  /** The longest time that a request took, in milliseconds. */
  slowest: number
  /** The changes of e-mail addresses that the portal has confirmed. Those of `lost` it never took, however often asked. */
  confirmed: string[]
  lost: string[]
  stop(): Promise<void>
}

type Customer = { customerId: number; token: string; contract: string }

/** Creates customers with a contract and invoices each, signs them in, and lets them work until stopped. */
export async function startCustomers({ url, origin }: Trial): Promise<Customers> {
  const people = await createCustomers(url, origin)
  let isStopped = false
  const load: Omit<Customers, 'stop'> = {
    ids: people.map(({ customerId }) => customerId),
    ...{ answered: 0, failures: [], slowest: 0, confirmed: [], lost: [] },
  }
  const working = people.map(async (customer) => {
    for (let round = 0; !isStopped; round++) {
      if (round % 4) await read(customer, round)
      else await write(customer)
      await pause(pauseMilliseconds)
    }
  })
  return Object.assign(load, {
    async stop() {
      isStopped = true
      await Promise.all(working)
    },
  })

  async function read(customer: Customer, round: number) {
    const path = ['/api/v2/contracts', '/api/v2/invoices/?type=electricity'][round % 2]!
    await request(customer, path, {})
  }

  // With its key, a write that was not confirmed is asked again, and happens once.
  async function write(customer: Customer) {
    const email = `${randomUUID()}@example.test`
    const init = { method: 'PUT', headers: { 'idempotency-key': randomUUID() }, body: JSON.stringify({ email }) }
    const until = performance.now() + retryForSeconds * 1000
    while (performance.now() < until) {
      if (await request(customer, `/api/v2/contracts/${customer.contract}/notification/email/`, init)) {
        load.confirmed.push(email)
        return
      }
      await pause(200)
    }
    load.lost.push(email)
  }

  async function request({ customerId, token }: Customer, path: string, init: RequestInit): Promise<boolean> {
    const at = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    const reply = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(30_000) })
    const text = await reply.text()
    load.slowest = Math.max(load.slowest, performance.now() - at)
    if (reply.ok) load.answered++
    else {
      const hasRetryAfter = reply.headers.has('retry-after')
      load.failures.push({ customerId, at, status: reply.status, hasRetryAfter, text: text.slice(0, 160) })
    }
    return reply.ok
  }
}

async function createCustomers(url: string, origin: string): Promise<Customer[]> {
  const pool = openPool({ url })
  const db = createKysely<DB>(pool)
  try {
    const password_hash = await hashPassword(demoPassword)
    const customers: Customer[] = []
    for (let number = 1; number <= customerCount; number++) {
      const customerId = await insertCustomer(db)
      const login = `node-customer${number}`
      await insertUser(db, { customerIds: [customerId], login, email: `${login}@example.test`, password_hash })
      const contract = await insertContract(db, { customerId, name: `97${String(number).padStart(5, '0')}` })
      for (let invoice = 0; invoice < 12; invoice++) await insertInvoice(db, { contract })
      customers.push({ customerId, token: await signIn(origin, login, demoPassword), contract: contract.name })
    }
    return customers
  } finally {
    await pool.end()
  }
}
