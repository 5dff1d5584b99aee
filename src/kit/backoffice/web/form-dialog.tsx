import type { FormEvent, ReactNode } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { EditConflictBanner } from './edit-conflict-banner.tsx'
import type { EditConflict } from './use-action.ts'

type FormDialogProps = {
  title: string
  cancel: string
  submit: string
  isWide?: boolean
  isBusy: boolean
  /** The message above the fields if the whole form was refused. */
  failure?: string
  /** The changes that another operator has saved since the item was loaded. */
  conflict?: EditConflict | undefined
  /** Additional actions, before the closing buttons. */
  actions?: ReactNode
  onSubmit: (formData: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a back-office form. The input stays when the call is refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, cancel, submit, isWide, isBusy, failure, conflict, actions, onSubmit, onClose, children } = props

  function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }

  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={submitForm}>
        <ErrorBanner>{failure}</ErrorBanner>
        <EditConflictBanner conflict={conflict} onUseCurrent={onClose} />
        {children}
        <DialogActions>
          {actions}
          <Button variant="quiet" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
