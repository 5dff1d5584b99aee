import type { FormEvent, ReactNode } from 'react'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { ChangedItem } from './changed-item.tsx'
import type { Changed } from './use-act.ts'

type FormDialogProps = {
  title: string
  cancel: string
  submit: string
  isWide?: boolean
  isBusy: boolean
  /** What is said above the fields where it failed as a whole. */
  failure?: string
  /** What another operator has made of it since it was read. */
  changed?: Changed | undefined
  /** Before the ways out: what else can be done. */
  actions?: ReactNode
  onSubmit: (typed: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form of an operator. What was typed stays where it is refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, cancel, submit, isWide, isBusy, failure, changed, actions, onSubmit, onClose, children } = props

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }

  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={send}>
        <Failure>{failure}</Failure>
        <ChangedItem changed={changed} onTake={onClose} />
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
