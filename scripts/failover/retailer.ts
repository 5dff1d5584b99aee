import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import type { DB } from '#db/tables.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { createKysely, openPool } from '#kit/server/database.ts'

/** A retailer's customers as needed for a load. */
export type LoadRetailer = { logins: string[]; password: string; contracts: string[] }

/** Creates a few customers with a contract each in a migrated database. */
export async function createLoadRetailer(url: string, customers: number): Promise<LoadRetailer> {
  const pool = openPool({ url })
  const db = createKysely<DB>(pool)
  try {
    await loadSupportTypes(db)
    const password = 'Prueba-de-dos-1'
    const hash = await hashPassword(password)
    const contracts: string[] = []
    const logins: string[] = []
    for (let number = 1; number <= customers; number++) {
      const customerId = await insertCustomer(db)
      const login = `customer${number}`
      await insertUser(db, { customerIds: [customerId], login, email: `${login}@example.test`, password_hash: hash })
      contracts.push((await insertContract(db, { customerId })).name)
      logins.push(login)
    }
    return { logins, password, contracts }
  } finally {
    await pool.end()
  }
}

/** Returns the stored claims: the numbers of all claims with each comment. */
export async function readStoredClaims(url: string): Promise<Map<string, string[]>> {
  const pool = openPool({ url })
  try {
    const { rows } = await pool.query<{ words: string; numbers: string[] }>(
      `select support_message.words as words, array_agg(support_case.case_id::text) as numbers
       from support_case join support_message using (case_id) group by support_message.words`,
    )
    return new Map(rows.map(({ words, numbers }) => [words, numbers]))
  } finally {
    await pool.end()
  }
}

/** Returns how many messages are still queued for sending. */
export async function countWaitingMessages(url: string): Promise<number> {
  const pool = openPool({ url })
  try {
    const { rows } = await pool.query('select count(*)::int as waiting from outbox_message where sent_at is null')
    return rows[0].waiting
  } finally {
    await pool.end()
  }
}
