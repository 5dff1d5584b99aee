import type { Database } from '#db/database.ts'

/**
 * Ends everything that was handed out before and could still let somebody into an account, or to what was typed in its name:
 * mailed links to set a password, also those for its holders, log-ins that wait for their second step, and links by which a
 * contract is gone on with. For whenever the way in changes.
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
