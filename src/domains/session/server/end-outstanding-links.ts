import type { Database } from '#db/database.ts'

/**
 * Expires everything issued earlier that could still give access to an account, or to drafts in its name: links that
 * set a password, including those for its holders, sign-ins awaiting their second step, and resume links of contracts.
 * Called whenever the credentials change.
 */
export async function endOutstandingLinks(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db
    .updateTable('account_link')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) =>
      row.or([
        row('user_id', '=', userId),
        row('customer_id', 'in', (rows) =>
          rows.selectFrom('user_customer').select('customer_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .execute()
  await db.deleteFrom('identity_challenge').where('user_id', '=', userId).execute()
  await db.updateTable('lead').set({ resume_hash: null }).where('user_id', '=', userId).execute()
}
