import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { joinMessages, useChangeSubmission } from '#domains/changes/web/use-change-submission.ts'
import { Button } from '#kit/web/action/button.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { addContact, changeContact } from '../api.ts'
import { type ContactField, Email, Phone } from '../rules.ts'
import { ContactConflict } from './contact-conflict.tsx'
import styles from './contact-editor.module.css'
import type { CorrespondenceDialogProps } from './contract-with-contact.ts'

const fieldSchemas = { email: Email, phone: Phone }
type ContactEditorProps = CorrespondenceDialogProps & { field: ContactField }

/** Edits the e-mail or phone of a contract in place. Problems are shown there, and the draft is preserved. */
export function ContactEditor({ contract, field, onClose, onChanged }: ContactEditorProps) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const toast = useToast()
  const existing = contract.contact[field]
  const [value, setValue] = useState(
    existing && field === 'phone' ? formatPhone(addPhonePrefix(existing)) : (existing ?? ''),
  )
  const [problem, setProblem] = useState<'missing' | 'invalid'>()
  const { isSending, fields, failure, current, send } = useChangeSubmission(
    t('contact.failed'),
    contract.versions?.contact,
    'correspondence',
  )

  async function save(event: FormEvent) {
    event.preventDefault()
    const issue = fieldSchemas[field].safeParse(value).error?.issues[0]
    const found = issue && (value.trim() === '' ? 'missing' : 'invalid')
    setProblem(found)
    if (found) return
    const call = existing === null ? addContact : changeContact
    const params = { contractName: contract.name, field }
    const body = { [field]: value.trim() }
    if ((await send((version) => sendCall(call, { params, body: { ...body, version } }))) !== 'done') return
    toast(t(`contact.${field}.done`))
    onChanged()
    onClose()
  }

  const problemText =
    problem && (problem === 'missing' ? t(`contact.${field}.missing`) : t(`fieldErrors.${field}_invalid`))
  return (
    <form className={styles.editor} noValidate onSubmit={save}>
      <TextField
        // The user pressed a button to edit and continues by typing.
        autoFocus
        type={field === 'phone' ? 'tel' : 'email'}
        autoComplete={field === 'phone' ? 'tel' : 'email'}
        label={t(`contact.${field}.label`)}
        isLabelHidden
        hint={t('contact.onlyHere')}
        error={problemText ?? (fields && joinMessages(fields)) ?? failure}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <ContactConflict current={current} onClose={onClose} onChanged={onChanged} />
      <div className="line">
        <Button type="submit" isSmall isBusy={isSending}>
          {t(`contact.${field}.save`)}
        </Button>
        <Button variant="quiet" isSmall onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
