import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { leaveOnRevision, type RevisionDetails } from '../api.ts'
import { revisionsQuery } from './queries.ts'

export type LeaveDialogProps = { revision: RevisionDetails; lastDay: string; onClose: () => void }

/** Confirms that a contract ends on a day because it changes. */
export function LeaveDialog({ revision: { id, contract }, lastDay, onClose }: LeaveDialogProps) {
  const t = useTranslations('revisions')
  const send = useSend()
  const queries = useQueryClient()
  const outageText = useOutageText()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function leave() {
    setSending(true)
    setFailure(null)
    try {
      await send(leaveOnRevision, { params: { id }, body: { confirmed: true } })
      await queries.invalidateQueries({ queryKey: revisionsQuery(send).queryKey })
      onClose()
    } catch (thrown) {
      setSending(false)
      setFailure(thrown)
    }
  }

  function textOf(thrown: unknown): string {
    const code = failureCodeOf(thrown)
    if (code === 'already_left' || code === 'already_applied' || code === 'not_free') return t(`refusals.${code}`)
    return outageText(thrown) ?? t('leave.failed')
  }

  return (
    <Dialog title={t('leave.title', { contract: contract.name })} isClosable={!isSending} onClose={onClose}>
      <div className="stack">
        <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>
        <p>{t('leave.text', { day: lastDay })}</p>
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('leave.cancel')}
          </Button>
          <Button variant="danger" isBusy={isSending} onClick={leave}>
            {t('leave.confirm')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
