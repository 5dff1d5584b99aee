import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { maskedAddress } from '../rules.ts'
import { accountsOfHolder, accountsToReset, accountsWithEmail, findHolder } from './holders.ts'
import { makeLink } from './link-store.ts'
import { sealedLink } from './mailed-link.ts'
import { type AccountRequest, claimRequest, forgetRequest, mostTries } from './request-store.ts'

export type AnsweringNeeds = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  /** Encrypts the links of mails that wait to be sent. */
  sealingKeys: KeyRing
  clock: () => Date
  log: { error(details: object, message: string): void }
}

/**
 * Looks at what was asked for first, and tells by mail whom it concerns. Whoever asked has had their answer before, so that
 * neither it nor its time tells what is found here. True when there was something.
 */
export async function answerNextRequest(needs: AnsweringNeeds): Promise<boolean> {
  const { db, clock, log } = needs
  const request = await claimRequest(db, clock())
  if (!request) return false
  const { id, kind, tries } = request
  try {
    await db.transaction().execute(async (transaction) => {
      if (!(await forgetRequest(transaction, id))) return
      if (request.kind === 'activation') await answerSignUp({ ...needs, db: transaction }, request)
      else await answerReset({ ...needs, db: transaction }, request)
    })
  } catch (error) {
    log.error({ kind, tries, error: (error as Error).message }, 'a request for an account was not answered')
    if (tries >= mostTries) await forgetRequest(db, id)
  }
  return true
}

type Needs = Omit<AnsweringNeeds, 'db'> & { db: Database }
type Of<Kind> = Extract<AccountRequest, { kind: Kind }>

/**
 * A link goes to the address that was given, where NIF and contract belong together and nobody has their account yet.
 * Whoever has one is told instead, and so is the address that the retailer knows where another was given.
 */
async function answerSignUp(needs: Needs, { wanted, locale, requestId }: Of<'activation'>) {
  const { db, settings, sealingKeys, clock } = needs
  const { email, phone } = wanted
  const now = clock()
  const holder = await findHolder(db, wanted)
  const ofHolder = holder ? await accountsOfHolder(db, holder) : []
  const inUse = [...ofHolder, ...(await accountsWithEmail(db, email))].filter(({ hasWayIn }) => hasWayIn)
  for (const userId of new Set(inUse.map((account) => account.userId)))
    await queueMessage(db, { kind: 'accounts.accountThere', values: {}, userId, link: '/login' }, now)
  if (!holder || inUse.length) return writeAudit(db, { action: 'sign_up_not_matched', requestId })

  const [prepared] = ofHolder
  const expiresAt = after(now, settings.now().signup.linkHours * 60)
  const { customerId } = holder
  const link = { purpose: 'activation', userId: prepared?.userId ?? null, customerId, email, phone, locale } as const
  const secret = await makeLink(db, { ...link, expiresAt }, now)
  await queueMessage(
    db,
    {
      kind: 'accounts.activation',
      values: { until: expiresAt.toISOString() },
      toAddress: email,
      locale,
      link: sealedLink('activation', secret, sealingKeys),
    },
    now,
  )
  const known = [...new Set([prepared?.email, holder.email].filter((each) => each).map((each) => each!.toLowerCase()))]
  if (!known.includes(email.toLowerCase()))
    for (const toAddress of known)
      await queueMessage(
        db,
        { kind: 'accounts.askedElsewhere', values: { address: maskedAddress(email) }, toAddress },
        now,
      )
  await writeAudit(db, { action: 'sign_up_asked', customerId, requestId })
}

async function answerReset({ db, settings, sealingKeys, clock }: Needs, { wanted, locale, requestId }: Of<'reset'>) {
  const now = clock()
  const expiresAt = after(now, settings.now().password.resetMinutes)
  for (const { userId, login, email } of await accountsToReset(db, wanted)) {
    const secret = await makeLink(db, { purpose: 'reset', userId, customerId: null, email, locale, expiresAt }, now)
    await queueMessage(
      db,
      {
        kind: 'accounts.reset',
        values: { until: expiresAt.toISOString(), login },
        userId,
        link: sealedLink('reset', secret, sealingKeys),
      },
      now,
    )
    await writeAudit(db, { action: 'password_reset_asked', subject: `user:${userId}`, requestId })
  }
}

function after(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
