import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { computeSigningDeadlines, switchTerms } from '../../signing-deadlines.ts'
import { withdrawalDays } from '../../withdrawal-days.ts'
import type { ContractModel } from '../parse-contract.ts'
import styles from './next-steps.module.css'

/** The next steps of a pending contract in order, with their deadlines. */
export function NextSteps({ contract: { signedOn, energy } }: { contract: ContractModel }) {
  const t = useTranslations('contracts.next')
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="stack">
      <h2 id={titleId}>{t('title')}</h2>
      <ol className={styles.steps}>
        {signedOn === null ? <Unsigned energy={energy} /> : <Signed energy={energy} signedOn={signedOn} />}
      </ol>
    </section>
  )
}

function Unsigned({ energy }: Pick<ContractModel, 'energy'>) {
  const t = useTranslations('contracts.next')
  return (
    <>
      <li>{t('sign')}</li>
      <li>{t('ask')}</li>
      <li>{energy === 'gas' ? t('begin', switchTerms.gas) : t('beginElectricity', switchTerms.electricity)}</li>
      <li>{t('withdraw', { days: withdrawalDays })}</li>
    </>
  )
}

function Signed({ energy, signedOn }: Pick<ContractModel, 'energy'> & { signedOn: MarketDay }) {
  const t = useTranslations('contracts.next')
  const locale = useLocale()
  const { now } = useBoot()
  const { beginsBy, withdrawBy } = computeSigningDeadlines({ energy, signedOn }, readMadridClock(new Date(now)).day)
  const day = (which: MarketDay) => ({ day: formatDay(which, locale) })
  return (
    <>
      <li>{t('signed', day(signedOn))}</li>
      <li>{t('asked')}</li>
      <li>{beginsBy === null ? t('beginSoon') : t('beginBy', day(beginsBy))}</li>
      {withdrawBy !== null && <li>{t('withdrawUntil', day(withdrawBy))}</li>}
    </>
  )
}
