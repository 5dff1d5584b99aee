import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { formatCount } from '#kit/web/format-count.ts'
import { flame, lightning, magnifier } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import { Dialog } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { ContractStatusBadge } from '../contract-status-badge.tsx'
import type { ContractModel } from '../parse-contract.ts'
import { type ContractChoice, contractInfoQuery } from '../queries.ts'
import { filterChoices } from './contract-choices.ts'
import styles from './switch-dialog.module.css'

const maxShown = 30

/** The dialog to switch to another contract, searched by address or number; the return key opens the first match. */
export function SwitchDialog({ present, onClose }: { present: ContractModel; onClose: () => void }) {
  const t = useTranslations('contracts.switcher')
  const locale = useLocale()
  const goTo = useGoTo()
  const [searchText, setSearchText] = useState('')
  const deferredText = useDeferredValue(searchText)
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(contractInfoQuery(useSend()))
  const matches = useMemo(() => filterChoices(data ?? [], present, deferredText), [data, present, deferredText])

  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = filterChoices(data ?? [], present, searchText)
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
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </form>
      {isPending && <Skeleton kind="rows" count={4} />}
      {isError && (
        <ErrorState title={t('failed')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('failedText')}
        </ErrorState>
      )}
      {data && (
        <>
          <p className="note" role="status">
            {matches.length > maxShown
              ? t('firstOf', { shown: maxShown, count: formatCount(matches.length, locale) })
              : t('found', { count: matches.length })}
          </p>
          <Choices choices={matches.slice(0, maxShown)} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

function Choices({ choices, onClose }: { choices: readonly ContractChoice[]; onClose: () => void }) {
  const t = useTranslations('contracts.one')
  return (
    <RowList>
      {choices.map((choice) => (
        <RowLink
          key={`${choice.energy} ${choice.name}`}
          href={contractAddress(choice)}
          glyph={choice.energy === 'gas' ? flame : lightning}
          title={choice.address}
          detail={t('line', { energy: choice.energy, name: choice.name })}
          end={choice.isClosed && <ContractStatusBadge status="closed" />}
          onClick={onClose}
        />
      ))}
    </RowList>
  )
}
