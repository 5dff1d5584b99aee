import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findContractToChange } from '#domains/changes/server/contract-to-change.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import { recordLeadConsent } from '#domains/leads/server/lead-consent.ts'
import { notifyRetailer } from '#domains/leads/server/notify-retailer.ts'
import { ensureVisitor } from '#domains/leads/server/visitor-cookie.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type PowerLead, readPowerAdvice, sendPowerLead } from '../api.ts'
import { sumCentiKw } from '../rules.ts'
import { adviseOnPower } from './advise-on-power.ts'
import { presentAdvice } from './present.ts'

type PowerCalculatorRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: Pick<SessionCookies, 'put'>
  clock: () => Date
  /** Returns the text beside the box by which a user agrees to be contacted. */
  consentTextFor: (locale: Locale) => string
}

/** Registers the calls for the power that a home needs, by its appliances or by measurements. */
export function powerCalculatorRoutes({
  serve,
  db,
  settings,
  cookies,
  clock,
  consentTextFor,
}: PowerCalculatorRouteDeps) {
  const isOn = () => settings.now().powerCalculator.enabled

  serve(sendPowerLead, async ({ actor, body, request, reply }, refuse) => {
    if (!isOn()) throw refuse('power_calculator_off')
    const wrong = findWrongSum(body)
    if (wrong) throw refuse('invalid', { fields: { [wrong]: ['invalid_value'] } })
    const now = clock()
    const retryAfterSeconds = await countVisit(db, leadLimits(body.email, request.ip), now)
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })

    const { locale } = actor
    const userId = actor.kind === 'customer' ? actor.userId : null
    const owner = { visitorHash: ensureVisitor({ request, reply }, cookies), userId }
    const { name, surname1, surname2, email, telephone } = body
    await db.transaction().execute(async (transaction) => {
      const leadId = await insertLead(
        transaction,
        { kind: 'power', ...owner, locale, now },
        {
          name: [name, surname1, surname2].filter(Boolean).join(' '),
          email,
          phone: telephone,
          cups20: cups20(parseCups(body.cups)!),
          steps: JSON.stringify({ power: body }),
          state: 'sent',
        },
      )
      const consent = { userId, email, words: consentTextFor(locale), locale, requestId: request.id }
      await recordLeadConsent(transaction, consent, now)
      await notifyRetailer(transaction, settings.now(), { leadId, kind: 'power', now })
    })
    return { status: 'OK' as const }
  })

  serve(readPowerAdvice, {
    // Gas has no relevant contracted power.
    find: async ({ actor: { customerIds }, params }) => {
      const contract = await findContractToChange(db, { customerIds, name: params.contractName })
      return contract?.energy === 'electricity' ? contract : undefined
    },
    permit(contract, refuse) {
      if (!isOn()) throw refuse('power_calculator_off')
      if (!contract.isActive) throw refuse('contract_not_active')
    },
    act: async ({ subject: contract }) => {
      const today = marketDayOf(clock(), 'Europe/Madrid')
      return presentAdvice(contract, await adviseOnPower(db, contract, today))
    },
  })
}

/** Returns the sum that does not match the appliances, or none if both match. */
function findWrongSum({ appliances, optimalPower, maxPower }: PowerLead): 'optimalPower' | 'maxPower' | null {
  const counted = appliances.map(({ enabled, totalPower }) => ({
    isEnabled: enabled,
    centiKw: Math.round(totalPower * 100),
  }))
  const sum = sumCentiKw(counted)
  if (Math.round(optimalPower * 100) !== sum) return 'optimalPower'
  return maxPower !== undefined && Math.round(maxPower * 100) !== sum ? 'maxPower' : null
}

function leadLimits(email: string, address: string) {
  return [
    { what: 'power_lead', per: 'network', value: address, maxCount: 10, minutes: 60 },
    { what: 'power_lead', per: 'email', value: email, maxCount: 3, minutes: 60 },
  ] as const
}
