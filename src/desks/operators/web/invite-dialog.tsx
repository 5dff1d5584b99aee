import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { isRefused } from '#kit/refusal.ts'
import { refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { operatorsKey } from './queries.ts'
import { RoleBoxes, rolesTicked } from './role-boxes.tsx'

type Typed = { name: string; login: string; email: string }
type Invited = Typed & { roles: OperatorRole[] }
const fields = ['name', 'login', 'email'] as const

/** Invites somebody to keep the portal. What was typed stays where the invitation is refused. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk-operators.list')
  const sentenceOf = useSentence('desk-operators')
  const fieldErrorsOf = useFieldErrors('desk-operators')
  const send = useSend()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [missing, setMissing] = useState<readonly (keyof Invited)[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: Invited) => send((await import('../api.ts')).inviteOperator, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: operatorsKey })
      toast(t('invited'))
      onClose()
    },
  })
  const refused = isRefused(error) ? error : undefined
  const isOfField = refused?.fields !== undefined || refused?.code === 'login_taken'
  const errors: { [Field in keyof Invited]?: string } = {
    ...Object.fromEntries(
      Object.entries(fieldErrorsOf(refusedFields(error))).map(([field, sentences]) => [field, sentences.join(' ')]),
    ),
    ...(refused?.code === 'login_taken' ? { login: sentenceOf(error) } : {}),
    ...Object.fromEntries(missing.map((field) => [field, t(field === 'roles' ? 'rolesRequired' : 'required')])),
  }

  function invite(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const body = Object.fromEntries(fields.map((field) => [field, String(typed.get(field)).trim()])) as Typed
    const roles = rolesTicked(typed)
    const empty: (keyof Invited)[] = fields.filter((field) => !body[field])
    if (!roles.length) empty.push('roles')
    setMissing(empty)
    if (!empty.length) mutate({ ...body, roles })
  }

  return (
    <Dialog title={t('inviteTitle')} onClose={onClose}>
      <form className="stack" method="post" noValidate onSubmit={invite}>
        <p>{t('inviteAbout')}</p>
        <Failure>{error && !isOfField && sentenceOf(error)}</Failure>
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
        <RoleBoxes error={errors.roles} />
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
