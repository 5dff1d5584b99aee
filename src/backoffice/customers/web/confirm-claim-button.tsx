import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ClaimDocument, claimDocuments } from '#domains/customers/customer-search.ts'
import { FormDialog } from '#kit/backoffice/web/form-dialog.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { useSend } from '#kit/web/portal.ts'

type ClaimedCustomer = { id: number; is_company: boolean }

/** The button that confirms the owner of a tax id, with the dialog that asks for the checked document. */
export function ConfirmClaimButton({ customer }: { customer: ClaimedCustomer }) {
  const t = useTranslations('desk-customers.confirm')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="line">
      <Button variant="second" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <ConfirmClaimDialog customer={customer} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ConfirmClaimDialog({
  customer: { id, is_company },
  onClose,
}: {
  customer: ClaimedCustomer
  onClose: () => void
}) {
  const t = useTranslations('desk-customers.confirm')
  const send = useSend()
  const [document, setDocument] = useState<ClaimDocument>(is_company ? 'company_powers' : 'identity_document')
  const { run, isBusy, failure } = useAction({
    desk: 'desk-customers',
    invalidatedKey: ['customers'],
    successMessage: () => t('done'),
    action: async () => {
      const { confirmCustomerClaim } = await import('../api.ts')
      return send(confirmCustomerClaim, { params: { id: String(id) }, body: { document } })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('title')}
      submit={t('do')}
      cancel={t('cancel')}
      {...{ isBusy, failure, onClose }}
      onSubmit={() => run(undefined)}
    >
      <p>{t('text')}</p>
      <ChoiceList
        legend={t('document')}
        value={document}
        onValue={setDocument}
        options={claimDocuments.map((value) => ({ value, label: t(value) }))}
      />
    </FormDialog>
  )
}
