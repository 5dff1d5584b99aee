import type { SummaryPaper } from '#domains/signatures/summary.ts'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { referenceRetailersList, regulatorComparator } from '../../regulator-links.ts'
import { type BonusDiscounts, type BonusLoss, bonusLossOf, mayHaveSocialBonus } from '../../social-bonus.ts'
import type { CompleteSteps } from '../contract-draft.ts'
import type { ContractDocumentContext } from './contract-document-context.ts'
import type { ContractDocumentData } from './contract-document-data.ts'

/**
 * Returns the paper by which the holder of a new contract renounces the social bonus, with what that loses in a year
 * (Real Decreto 88/2026, art. 13.j; Real Decreto 897/2017, annex VII). Null where they have no social bonus.
 */
export function writeBonusRenunciation(
  contract: ContractDocumentData,
  steps: CompleteSteps,
  context: ContractDocumentContext,
): SummaryPaper | null {
  const { 1: installation, 3: step } = steps
  const { holder, powerWatts, cups, supplyAddress, name } = contract
  if (!('power' in step) || !step.social_bonus) return null
  const { isCompany } = holder
  if (!mayHaveSocialBonus({ isCompany, residence: installation.residence_type, powerWatts })) return null
  const { discount_eur: discount = null } = step.social_bonus
  const fourMonthsCents = discount === null ? null : Math.round(discount * 100)
  const { bonusDiscounts } = contract
  const loss = bonusLossOf({ fourMonthsCents, yearCents: contract.year?.cents ?? null, discounts: bonusDiscounts })
  const { t, retailer, locale } = context
  const percents = {
    vulnerable: formatDecimal(bonusDiscounts.vulnerable, locale),
    severe: formatDecimal(bonusDiscounts.severe, locale),
  }
  return {
    title: t('renunciation.title', { name }),
    lead: t('renunciation.lead', { retailer: retailer.name }),
    facts: [
      { label: t('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
      { label: t('facts.cups'), value: splitCups(cups).join('\u00a0') },
      { label: t('facts.supplyAddress'), value: supplyAddress },
      { label: t('renunciation.loss'), value: lossText(loss, percents, context) },
      { label: t('renunciation.basis'), value: basisText(loss, percents, context) },
      { label: t('renunciation.law'), value: t('renunciation.lawValue') },
    ],
    notes: [
      t('renunciation.statement', { holder: holder.name, taxId: holder.taxId }),
      t('renunciation.back'),
      t('renunciation.lists', { retailers: referenceRetailersList, comparator: regulatorComparator }),
    ],
  }
}

function lossText(loss: BonusLoss, percents: BonusDiscounts, { t, locale }: ContractDocumentContext): string {
  const money = (cents: number) => formatMoney(cents, locale)
  switch (loss.basis) {
    case 'bills':
      return t('renunciation.lossOfBills', { amount: money(loss.yearCents) })
    case 'profile':
      return t('renunciation.lossOfProfile', { low: money(loss.vulnerableCents), high: money(loss.severeCents) })
    case 'unknown':
      return t('renunciation.lossUnknown', percents)
  }
}

function basisText(loss: BonusLoss, percents: BonusDiscounts, { t, locale }: ContractDocumentContext): string {
  if (loss.basis !== 'bills') return t('renunciation.basisOfProfile', { ...percents, basis: loss.basis })
  return t('renunciation.basisOfBills', { amount: formatMoney(loss.fourMonthsCents, locale) })
}
