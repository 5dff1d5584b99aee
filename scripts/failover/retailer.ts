import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import { loadSupportOffers } from '#db/demo/support/offers.ts'
import type { DB } from '#db/tables.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { openPool, queries } from '#kit/server/database.ts'

/** A retailer's customers as a load needs them. */
export type Retailer = { logins: string[]; password: string; contracts: string[] }

/** Makes a few customers with a contract each in a migrated database. */
export async function makeRetailer(url: string, customers: number): Promise<Retailer> {
  const pool = openPool({ url })
  const db = queries<DB>(pool)
  try {
    await loadSupportOffers(db)
    const password = 'Prueba-de-dos-1'
    const hash = await hashPassword(password)
    const contracts: string[] = []
    const logins: string[] = []
    for (let number = 1; number <= customers; number++) {
      const customerId = await aCustomer(db)
      const login = `customer${number}`
      await aUser(db, { customerIds: [customerId], login, email: `${login}@example.test`, password_hash: hash })
      contracts.push((await aContract(db, { customerId })).name)
      logins.push(login)
    }
    return { logins, password, contracts }
  } finally {
    await pool.end()
  }
}

/** What of the written is kept: how many claims there are of each words, and the number of each. */
export async function keptClaims(url: string): Promise<Map<string, string[]>> {
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

/** How many messages still wait to be sent. */
export async function waitingMessages(url: string): Promise<number> {
  const pool = openPool({ url })
  try {
    const { rows } = await pool.query('select count(*)::int as waiting from outbox_message where sent_at is null')
    return rows[0].waiting
  } finally {
    await pool.end()
  }
}
