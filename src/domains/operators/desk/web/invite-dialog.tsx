import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { operatorsKey } from './queries.ts'
import { RoleCheckboxes, readRoles } from './role-checkboxes.tsx'

type InviteFields = { name: string; login: string; email: string }
type InviteInput = InviteFields & { roles: OperatorRole[] }
const fieldNames = ['name', 'login', 'email'] as const

/** Invites an operator. The input stays when the invitation is refused. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const failureText = useErrorText('desk-operators')
  const send = useSend()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [missing, setMissing] = useState<readonly (keyof InviteInput)[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: InviteInput) => send((await import('../api.ts')).inviteOperator, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: operatorsKey })
      toast(t('invited'))
      onClose()
    },
  })
  const { errors, isOfField } = useInviteErrors(error, missing)

  function invite(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { roles, ...body } = readInvitation(new FormData(event.currentTarget))
    const empty: (keyof InviteInput)[] = fieldNames.filter((field) => !body[field])
    if (!roles.length) empty.push('roles')
    setMissing(empty)
    if (!empty.length) mutate({ ...body, roles })
  }

  return (
    <Dialog title={t('inviteTitle')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={invite}>
        <p>{t('inviteAbout')}</p>
        <ErrorBanner>{error && !isOfField && failureText(error)}</ErrorBanner>
        <TextField name="name" label={t('name')} error={errors.name} autoComplete="off" />
        <TextField name="email" type="email" label={t('email')} error={errors.email} autoComplete="off" />
        <TextField
          name="login"
          label={t('user')}
          hint={t('inviteHint')}
          error={errors.login}
          autoCapitalize="none"
          autoComplete="off"
        />
        <RoleCheckboxes error={errors.roles} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {t('send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function readInvitation(formData: FormData): InviteInput {
  const fields = Object.fromEntries(
    fieldNames.map((field) => [field, String(formData.get(field)).trim()]),
  ) as InviteFields
  return { ...fields, roles: readRoles(formData) }
}

/** Returns the error of each field, and whether the refusal is of a field. */
function useInviteErrors(error: unknown, missing: readonly (keyof InviteInput)[]) {
  const t = useTranslations('desk-operators.list')
  const failureText = useErrorText('desk-operators')
  const fieldErrorsOf = useFieldErrors('desk-operators')
  const refused = isRefused(error) ? error : undefined
  const isOfField = refused?.fields !== undefined || refused?.code === 'login_taken'
  const errors: { [Field in keyof InviteInput]?: string } = {
    ...Object.fromEntries(
      Object.entries(fieldErrorsOf(refusedFieldsOf(error))).map(([field, sentences]) => [field, sentences.join(' ')]),
    ),
    ...(refused?.code === 'login_taken' ? { login: failureText(error) } : {}),
    ...Object.fromEntries(missing.map((field) => [field, t(field === 'roles' ? 'rolesRequired' : 'required')])),
  }
  return { errors, isOfField }
}
