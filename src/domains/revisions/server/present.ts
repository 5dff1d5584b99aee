import { hasPenaltyOn } from '#domains/contracts/agreed-dates.ts'
import type { ReplyIn } from '#kit/call.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { decimalFromCents } from '#vocabulary/money.ts'
import type { listRevisions, readRevision } from '../api.ts'
import { comparePrices } from '../price-rows.ts'
import type { RevisedYear, Revision } from '../revision.ts'
import { mayLeaveFree, type RevisionKind, revisionStatusOn } from '../rules.ts'
import type { OwnNotice } from './notice-store.ts'

type ListedReply = ReplyIn<typeof listRevisions>['items'][number]

/** Presents a notice in the list of its customer. */
export function presentListed(notice: OwnNotice, today: MarketDay): ListedReply {
  const { notice_id, kind, applies_on, left_at, contract_name, energy } = notice
  return {
    ...{ id: notice_id, kind: kind as RevisionKind, applies_on },
    status: revisionStatusOn({ appliesOn: applies_on, hasLeft: left_at !== null }, today),
    contract: { name: contract_name, type: energy as Energy },
  }
}

type RevisionInput = { notice: OwnNotice; revision: Revision; today: MarketDay; locale: Locale }

/** Presents a notice with everything that it says, in a language of the portal. */
export function presentRevision({ notice, revision, today, locale }: RevisionInput): ReplyIn<typeof readRevision> {
  const { product, tariff, explanation, prices } = revision
  return {
    ...presentListed(notice, today),
    ...{ product: product.name, tariff, explanation: explanation[locale] ?? explanation.es ?? '' },
    delivered_at: notice.delivered_at?.toISOString() ?? null,
    prices: prices ? comparePrices(prices.before, prices.after) : [],
    year: presentYear(notice.year as unknown as RevisedYear | null),
    left_at: notice.left_at?.toISOString() ?? null,
    may_leave_free: mayLeaveFree(revision.kind, { hasPenalty: hasPenaltyOn(notice, revision.appliesOn) }),
    promotion: revision.kind === 'promotion_end' ? notice.promotion_name : null,
    penalty: penaltyOf(notice),
  }
}

function penaltyOf({ penalty_percent: percent, penalty_ends_on: ends_on }: OwnNotice) {
  return percent === null || ends_on === null ? null : { percent, ends_on }
}

function presentYear(year: RevisedYear | null): ReplyIn<typeof readRevision>['year'] {
  return (
    year && {
      ...{ basis: year.basis, start: year.firstDay, end: year.lastDay, kwh: Number(kwhFromWh(year.energyWh)) },
      before: Number(decimalFromCents(year.beforeCents)),
      after: Number(decimalFromCents(year.afterCents)),
    }
  )
}
