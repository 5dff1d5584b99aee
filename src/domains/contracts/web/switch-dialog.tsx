import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Failed } from '#kit/web/absence.tsx'
import { formatCount } from '#kit/web/count.ts'
import { Dialog } from '#kit/web/dialog.tsx'
import { flame, lightning, magnifier } from '#kit/web/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { TextField } from '#kit/web/text-field.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import { choicesFor } from './contract-choices.ts'
import { contractAddress } from './list-address.ts'
import { type ContractChoice, contractInfoQuery } from './queries.ts'
import type { ReadContract } from './read-contract.ts'
import { Standing } from './standing.tsx'
import styles from './switch-dialog.module.css'

const mostShown = 30

/** The customer's other contracts, found by what is typed of address or number; the return key goes to the first. */
export function SwitchDialog({ present, onClose }: { present: ReadContract; onClose: () => void }) {
  const t = useTranslations('contracts.switcher')
  const locale = useLocale()
  const goTo = useGoTo()
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed)
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(contractInfoQuery(useSend()))
  const found = useMemo(() => choicesFor(data ?? [], present, sought), [data, present, sought])

  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = choicesFor(data ?? [], present, typed)
    if (!first) return
    onClose()
    void goTo(contractAddress(first))
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          type="search"
          label={t('search')}
          icon={magnifier}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {isPending && <Skeleton kind="rows" count={4} />}
      {isError && (
        <Failed title={t('failed')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failedWords')}
        </Failed>
      )}
      {data && (
        <>
          <p className="note" role="status">
            {found.length > mostShown
              ? t('firstOf', { shown: mostShown, count: formatCount(found.length, locale) })
              : t('found', { count: found.length })}
          </p>
          <Choices choices={found.slice(0, mostShown)} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

function Choices({ choices, onClose }: { choices: readonly ContractChoice[]; onClose: () => void }) {
  const t = useTranslations('contracts.one')
  return (
    <Rows>
      {choices.map((choice) => (
        <RowLink
          key={`${choice.energy} ${choice.name}`}
          href={contractAddress(choice)}
          glyph={choice.energy === 'gas' ? flame : lightning}
          title={choice.address}
          detail={t('line', { energy: choice.energy, name: choice.name })}
          end={choice.isClosed && <Standing standing="closed" />}
          onClick={onClose}
        />
      ))}
    </Rows>
  )
}
