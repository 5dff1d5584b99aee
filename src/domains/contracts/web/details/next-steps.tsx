import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import type { readSwitch } from '#domains/contracting/api.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { computeLatestStart, switchTerms } from '../../signing-deadlines.ts'
import { withdrawalDays } from '../../withdrawal-days.ts'
import type { ContractModel } from '../parse-contract.ts'
import { contractsKey } from '../queries.ts'
import styles from './next-steps.module.css'
import { SwitchRejection } from './switch-rejection.tsx'

/** The next steps of a pending contract in order, with their deadlines. */
export function NextSteps({ contract: { signedOn, energy, name } }: { contract: ContractModel }) {
  const t = useTranslations('contracts.next')
  const titleId = useId()
  const underway = useSwitch(signedOn === null ? null : name)
  return (
    <section aria-labelledby={titleId} className="stack">
      <h2 id={titleId}>{t('title')}</h2>
      {underway?.rejection && <SwitchRejection contractName={name} rejection={underway.rejection} />}
      <ol className={styles.steps}>
        {signedOn === null ? (
          <Unsigned energy={energy} />
        ) : (
          <Signed energy={energy} signedOn={signedOn} underway={underway} />
        )}
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

type SignedProps = Pick<ContractModel, 'energy'> & { signedOn: MarketDay; underway: Switch | undefined }

function Signed({ energy, signedOn, underway }: SignedProps) {
  const t = useTranslations('contracts.next')
  const locale = useLocale()
  const { now } = useBoot()
  const beginsBy = computeLatestStart({ energy, signedOn }, readMadridClock(new Date(now)).day)
  const day = (which: MarketDay) => ({ day: formatDay(which, locale) })
  const { sent, activated, chosen_on: chosenOn, rejection } = underway ?? unknownSwitch
  return (
    <>
      <li>{t('signed', day(signedOn))}</li>
      <li>
        {sent === null ? t('asked') : sent.done_on ? t('askedOn', day(sent.done_on)) : t('askBy', day(sent.due_on))}
      </li>
      {!rejection?.is_paused && (
        <li>
          {activated !== null
            ? t(activated.is_late ? 'beginLate' : chosenOn ? 'beginOn' : 'beginBy', day(activated.due_on))
            : beginsBy === null
              ? t('beginSoon')
              : t('beginBy', day(beginsBy))}
        </li>
      )}
    </>
  )
}

type Switch = z.output<typeof readSwitch.reply>

const unknownSwitch = { sent: null, activated: null, chosen_on: null, rejection: null }

/** Returns how far the switch of a signed contract has come; undefined while that is not known. */
function useSwitch(name: string | null) {
  const send = useSend()
  const { data } = useQuery({
    queryKey: [...contractsKey, 'switch', name],
    enabled: name !== null,
    queryFn: async ({ signal }) => {
      const { readSwitch } = await import('#domains/contracting/api.ts')
      return send(readSwitch, { params: { contractName: name! }, signal })
    },
  })
  return data
}
