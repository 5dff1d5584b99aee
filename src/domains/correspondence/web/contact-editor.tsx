import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { allTold, useSending } from '#domains/changes/web/use-sending.ts'
import { Button } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import { addContact, changeContact } from '../api.ts'
import { type ContactField, Email, Phone } from '../rules.ts'
import { ChangedReach } from './changed-reach.tsx'
import styles from './contact-editor.module.css'
import type { ChangeDialogProps } from './reached-contract.ts'

const shapes = { email: Email, phone: Phone }

/** The e-mail or phone of a contract, typed in its place. What is wrong is said there, and stays as it was typed. */
export function ContactEditor({
  contract,
  field,
  onClose,
  onChanged,
}: ChangeDialogProps & {
  field: ContactField
}) {
  const t = useTranslations('correspondence')
  const sendCall = useSend()
  const say = useToast()
  const present = contract.contact[field]
  const [typed, setTyped] = useState(present && field === 'phone' ? formatPhone(withPrefix(present)) : (present ?? ''))
  const [problem, setProblem] = useState<'missing' | 'invalid'>()
  const { isSending, fields, failure, current, send } = useSending(
    t('contact.failed'),
    contract.versions?.contact,
    'correspondence',
  )

  async function save(event: FormEvent) {
    event.preventDefault()
    const issue = shapes[field].safeParse(typed).error?.issues[0]
    const wrong = issue && (typed.trim() === '' ? 'missing' : 'invalid')
    setProblem(wrong)
    if (wrong) return
    const call = present === null ? addContact : changeContact
    const params = { contractName: contract.name, field }
    const body = { [field]: typed.trim() }
    if ((await send((version) => sendCall(call, { params, body: { ...body, version } }))) !== 'done') return
    say(t(`contact.${field}.done`))
    onChanged()
    onClose()
  }

  const told = problem && (problem === 'missing' ? t(`contact.${field}.missing`) : t(`fieldErrors.${field}_invalid`))
  return (
    <form className={styles.editor} noValidate onSubmit={save}>
      <TextField
        // Whoever pressed the button goes on typing.
        autoFocus
        type={field === 'phone' ? 'tel' : 'email'}
        autoComplete={field === 'phone' ? 'tel' : 'email'}
        label={t(`contact.${field}.label`)}
        isLabelHidden
        hint={t('contact.onlyHere')}
        error={told ?? (fields && allTold(fields)) ?? failure}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ChangedReach current={current} onClose={onClose} onChanged={onChanged} />
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
