import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { ChangedMeanwhile } from '#kit/web/changed-meanwhile.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'
import { changeCadastralReference } from '../cadastral-api.ts'
import { cadastralProblem, isOtherReference } from '../cadastral-rules.ts'
import { allTold, useSending } from './use-sending.ts'

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

/** Corrects the cadastral reference of a supply point, in capitals and without white space as it is typed. */
export function CadastralDialog({ contract, onClose, onChanged }: CadastralDialogProps) {
  const t = useTranslations('changes')
  const sendCall = useSend()
  const say = useToast()
  const [typed, setTyped] = useState(contract.cadastralReference ?? '')
  const [problem, setProblem] = useState<Exclude<ReturnType<typeof cadastralProblem>, 'required' | undefined>>()
  const { versions } = contract
  const { isSending, fields, failure, current, send } = useSending(
    t('cadastral.failed'),
    versions?.cadastralReference,
    'changes',
  )
  const isOther = isOtherReference(typed, contract.cadastralReference)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isOther) return
    const wrong = cadastralProblem(typed)
    setProblem(wrong === 'required' ? undefined : wrong)
    if (wrong) return
    const body = { ref_catastral: typed, type: contract.energy }
    const params = { contractName: contract.name }
    if (
      (await send((version) => sendCall(changeCadastralReference, { params, body: { ...body, version } }))) !== 'done'
    )
      return
    say(t('cadastral.done'))
    onChanged()
    onClose()
  }

  return (
    <Dialog
      title={t('cadastral.title')}
      subject={t('dialog.subject', { name: contract.name, street: contract.street })}
      onClose={onClose}
    >
      <p>{t('cadastral.words')}</p>
      <form className="stack" noValidate onSubmit={save}>
        <TextField
          label={t('cadastral.label')}
          hint={t('cadastral.hint')}
          error={problem ? t(`fieldErrors.${problem}`) : fields && allTold(fields)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(compactCadastralReference(event.target.value))}
        />
        <Failure>{failure}</Failure>
        <ChangedMeanwhile
          current={current}
          onTake={() => {
            onChanged()
            onClose()
          }}
        >
          {String(current?.ref_catastral ?? '—')}
        </ChangedMeanwhile>
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
