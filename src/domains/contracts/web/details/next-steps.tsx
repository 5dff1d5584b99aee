import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { computeSigningDeadlines, switchTerms } from '../../signing-deadlines.ts'
import { withdrawalDays } from '../../withdrawal-days.ts'
import type { ContractModel } from '../parse-contract.ts'
import { contractsKey } from '../queries.ts'
import styles from './next-steps.module.css'

/** The next steps of a pending contract in order, with their deadlines. */
export function NextSteps({ contract: { signedOn, energy, name } }: { contract: ContractModel }) {
  const t = useTranslations('contracts.next')
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="stack">
      <h2 id={titleId}>{t('title')}</h2>
      <ol className={styles.steps}>
        {signedOn === null ? <Unsigned energy={energy} /> : <Signed energy={energy} signedOn={signedOn} name={name} />}
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

function Signed({ energy, signedOn, name }: Pick<ContractModel, 'energy' | 'name'> & { signedOn: MarketDay }) {
  const t = useTranslations('contracts.next')
  const locale = useLocale()
  const { now } = useBoot()
  const { beginsBy, withdrawBy } = computeSigningDeadlines({ energy, signedOn }, readMadridClock(new Date(now)).day)
  const day = (which: MarketDay) => ({ day: formatDay(which, locale) })
  const { sent, activated, chosen_on: chosenOn } = useSwitch(name) ?? { sent: null, activated: null, chosen_on: null }
  return (
    <>
      <li>{t('signed', day(signedOn))}</li>
      <li>
        {sent === null ? t('asked') : sent.done_on ? t('askedOn', day(sent.done_on)) : t('askBy', day(sent.due_on))}
      </li>
      <li>
        {activated !== null
          ? t(activated.is_late ? 'beginLate' : chosenOn ? 'beginOn' : 'beginBy', day(activated.due_on))
          : beginsBy === null
            ? t('beginSoon')
            : t('beginBy', day(beginsBy))}
      </li>
      {withdrawBy !== null && <li>{t('withdrawUntil', day(withdrawBy))}</li>}
    </>
  )
}

/** Returns how far the switch has come; undefined while that is not known. */
function useSwitch(name: string) {
  const send = useSend()
  const { data } = useQuery({
    queryKey: [...contractsKey, 'switch', name],
    queryFn: async ({ signal }) => {
      const { readSwitch } = await import('#domains/contracting/api.ts')
      return send(readSwitch, { params: { contractName: name }, signal })
    },
  })
  return data
}
