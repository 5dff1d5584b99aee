import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { LeaveDialogProps } from './leave-dialog.tsx'

const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/** The button that ends a contract free of charge, with its confirmation. */
export function LeaveContract(props: Omit<LeaveDialogProps, 'onClose'>) {
  const t = useTranslations('revisions.leave')
  const readonlyReason = useReadonlyReason()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" disabledReason={readonlyReason} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <LeaveDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
