import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Passkey } from '../../second-factor-api.ts'

const RenamePasskeyDialog = lazyPart(async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog)

type PasskeyTableProps = { passkeys: readonly Passkey[]; onChange: () => Promise<void> }

/** Lists the user's passkeys, each with a way to rename or remove it. */
export function PasskeyTable({ passkeys, onChange }: PasskeyTableProps) {
  const t = useTranslations('session.passkeys')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const showToast = useToast()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<number>()
  const [failed, setFailed] = useState<string>()

  async function remove({ id }: Passkey) {
    setFailed(undefined)
    setRemoving(id)
    try {
      const { removePasskey } = await import('../../second-factor-api.ts')
      await send(removePasskey, { params: { id: String(id) } })
      showToast(t('removed'))
    } catch (failure) {
      setFailed(failureCodeOf(failure))
    }
    await onChange()
    setRemoving(undefined)
  }

  const columns = useColumns({ removing, onRename: setRenaming, onRemove: remove })

  return (
    <div className="stack">
      <ErrorBanner>{failed !== undefined && tApp(commonCodeOf(failed))}</ErrorBanner>
      <Table caption={t('caption')} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      {renaming && (
        <Suspense>
          <RenamePasskeyDialog passkey={renaming} onDone={onChange} onClose={() => setRenaming(null)} />
        </Suspense>
      )}
    </div>
  )
}

type PasskeyActions = {
  /** The id of the passkey that is being removed. */
  removing: number | undefined
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => Promise<void>
}

function useColumns(actions: PasskeyActions): Column<Passkey>[] {
  const t = useTranslations('session.passkeys')
  const locale = useLocale()
  const instantOf = (text: string | null) => (text ? formatInstant(new Date(text), locale) : '—')
  return [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { key: 'createdAt', header: t('createdAt'), cell: ({ created_at }) => instantOf(created_at) },
    { key: 'usedAt', header: t('usedAt'), cell: ({ last_used_at }) => instantOf(last_used_at) },
    {
      key: 'both',
      header: t('usedAt'),
      isListOnly: true,
      listPosition: 'second',
      cell: (row) => t('since', { created: instantOf(row.created_at), used: instantOf(row.last_used_at) }),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'note',
      cell: (passkey) => <PasskeyButtons passkey={passkey} {...actions} />,
    },
  ]
}

function PasskeyButtons({ passkey, removing, onRename, onRemove }: PasskeyActions & { passkey: Passkey }) {
  const t = useTranslations('session.passkeys')
  const disabledReason = useReadonlyReason()
  return (
    <div className="line">
      <Button
        variant="second"
        isSmall
        disabledReason={disabledReason}
        aria-label={t('renameOf', { name: passkey.name })}
        onClick={() => onRename(passkey)}
      >
        {t('rename')}
      </Button>
      <Button
        variant="danger"
        isSmall
        disabledReason={disabledReason}
        isBusy={removing === passkey.id}
        aria-label={t('removeOf', { name: passkey.name })}
        onClick={() => onRemove(passkey)}
      >
        {t('remove')}
      </Button>
    </div>
  )
}
