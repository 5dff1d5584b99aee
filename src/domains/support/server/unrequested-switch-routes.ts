import { sql } from 'kysely'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { reportOwnSwitch, reportUnrequestedSwitch } from '../api.ts'
import { openRequestStates, type UnrequestedSwitch } from '../rules.ts'
import { presentDeadline } from './answer-duty.ts'
import { authorOf } from './case-author.ts'
import { findCaseContract } from './find-case-contract.ts'
import { invalidFields, throwFieldError } from './invalid-fields.ts'
import { openCase } from './open-case.ts'
import { unsignedRateLimits } from './request-routes.ts'
import type { SupportRouteDeps } from './routes.ts'

/**
 * Registers the calls by which a switch is reported that nobody asked for: by the holder of a contract, and by anyone.
 * Both open a complaint, whose receipt is mailed; accepting it puts the supply back.
 */
export function unrequestedSwitchRoutes(deps: SupportRouteDeps) {
  const { serve, db, files, settings, clock, unrequestedTextsFor } = deps

  serve(reportOwnSwitch, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    async act({ actor, body, subject: contract, request }, refuse) {
      if (await isReported(contract)) throw refuse('already_reported')
      const reported = { ...switchIn(body), ...(await findSupply(contract)) }
      const opened = await openCase(
        { db, files },
        {
          ...authorOf(actor, request, {}),
          ...caseOf(reported, body.description, actor.locale),
          ...{ contract, files: body.attachments, now: clock() },
          isFollowed: settings.now().featureFlags.crm.case,
        },
      )
      const { caseId: id, number, deadline } = throwFieldError(opened, 'attachments')
      return { id, number, ...presentDeadline(deadline) }
    },
  })

  serve(reportUnrequestedSwitch, async ({ actor, body, request }, refuse) => {
    const cups = parseCups(body.cups)
    const mobile = parsePhone(body.mobile)
    if (!cups) throw invalidFields({ cups: ['invalid_cups'] })
    if (!mobile) throw invalidFields({ mobile: ['invalid_mobile'] })
    const retryAfterSeconds = await countVisit(db, unsignedRateLimits(body.email, request.ip), clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const opened = await openCase(
      { db, files },
      {
        ...caseOf({ ...switchIn(body), cups, holder: body.name }, body.description, actor.locale),
        ...{ contract: null, contact: { email: body.email, mobile }, locale: actor.locale },
        userId: actor.kind === 'customer' ? actor.userId : null,
        ...{ files: body.attachments, isFollowed: false, now: clock() },
      },
    )
    const { number, deadline } = throwFieldError(opened, 'attachments')
    return { number, ...presentDeadline(deadline) }
  })

  function caseOf(reported: UnrequestedSwitch, description: string, locale: Locale) {
    const t = unrequestedTextsFor(locale)
    const { direction, cups, holder, otherRetailer, noticedOn } = reported
    const facts = [
      t(`direction.${direction}`),
      t('cups', { cups }),
      t('holder', { holder }),
      ...(otherRetailer ? [t('otherRetailer', { retailer: otherRetailer })] : []),
      ...(noticedOn ? [t('noticedOn', { day: formatDay(noticedOn, locale) })] : []),
    ]
    return {
      ...{ about: { unrequestedSwitch: reported }, caseType: 'complaint', topic: 'switch' as const, reading: null },
      subject: t('subject'),
      words: [facts.join('\n'), description].filter(Boolean).join('\n\n'),
    }
  }

  /** Checks whether a case about the switch of a contract is open already. */
  async function isReported({ customerId, contractId }: { customerId: number; contractId: number }) {
    const open = await db
      .selectFrom('support_case')
      .where('customer_id', '=', customerId)
      .where('contract_id', '=', contractId)
      .where('unrequested_switch', 'is not', null)
      .where(sql<boolean>`state = any(${[...openRequestStates]})`)
      .select('case_id')
      .executeTakeFirst()
    return open !== undefined
  }

  function findSupply({ customerId, contractId }: { customerId: number; contractId: number }) {
    return db
      .selectFrom('contract')
      .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
      .where('contract.customer_id', '=', customerId)
      .where('contract_id', '=', contractId)
      .select(['cups', 'customer.name as holder'])
      .executeTakeFirstOrThrow()
  }
}

type SwitchBody = {
  direction: UnrequestedSwitch['direction']
  other_retailer?: string | undefined
  noticed_on?: string | undefined
}

function switchIn({ direction, other_retailer: retailer, noticed_on: noticedOn = null as never }: SwitchBody) {
  return { direction, otherRetailer: retailer || null, noticedOn: noticedOn ?? null }
}
