import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { StaleEditBanner } from '#kit/web/form/stale-edit-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { changeCadastralReference } from '../cadastral-api.ts'
import { cadastralProblem, isOtherReference } from '../cadastral-rules.ts'
import { joinMessages, useChangeSubmission } from './use-change-submission.ts'

type CadastralDialogProps = {
  contract: {
    name: string
    energy: 'electricity' | 'gas'
    street: string
    cadastralReference: string | null
    versions?: { cadastralReference?: string } | undefined
  }
  onClose: () => void
  onChanged: () => void
}

/**
 * The dialog that corrects the cadastral reference of a supply point. The input is converted to capitals without white
 * space as it is typed.
 */
export function CadastralDialog({ contract, onClose, onChanged }: CadastralDialogProps) {
  const t = useTranslations('changes')
  const done = () => {
    onChanged()
    onClose()
  }
  const { input, change, message, isOther, isSending, failure, current, save } = useCadastralCorrection(contract, done)

  return (
    <Dialog
      title={t('cadastral.title')}
      subject={t('dialog.subject', { name: contract.name, street: contract.street })}
      onClose={onClose}
    >
      <p>{t('cadastral.text')}</p>
      <form className="stack" noValidate onSubmit={save}>
        <TextField
          label={t('cadastral.label')}
          hint={t('cadastral.hint')}
          error={message}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={input}
          onChange={(event) => change(event.target.value)}
        />
        <ErrorBanner>{failure}</ErrorBanner>
        <StaleEditBanner current={current} onAcceptCurrent={done}>
          {String(current?.ref_catastral ?? '—')}
        </StaleEditBanner>
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" isBusy={isSending} disabled={!isOther}>
            {t('cadastral.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Holds the typed reference, and sends it where it is another one. */
function useCadastralCorrection(contract: CadastralDialogProps['contract'], onDone: () => void) {
  const t = useTranslations('changes')
  const sendCall = useSend()
  const showToast = useToast()
  const [input, setInput] = useState(contract.cadastralReference ?? '')
  const [problem, setProblem] = useState<Exclude<ReturnType<typeof cadastralProblem>, 'required' | undefined>>()
  const { versions } = contract
  const { isSending, fields, failure, current, send } = useChangeSubmission(
    t('cadastral.failed'),
    versions?.cadastralReference,
    'changes',
  )
  const isOther = isOtherReference(input, contract.cadastralReference)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isOther) return
    const newProblem = cadastralProblem(input)
    setProblem(newProblem === 'required' ? undefined : newProblem)
    if (newProblem) return
    const body = { ref_catastral: input, type: contract.energy }
    const params = { contractName: contract.name }
    if (
      (await send((version) => sendCall(changeCadastralReference, { params, body: { ...body, version } }))) !== 'done'
    )
      return
    showToast(t('cadastral.done'))
    onDone()
  }

  return {
    ...{ input, isOther, isSending, failure, current, save },
    change: (text: string) => setInput(compactCadastralReference(text)),
    message: problem ? t(`fieldErrors.${problem}`) : fields && joinMessages(fields),
  }
}
