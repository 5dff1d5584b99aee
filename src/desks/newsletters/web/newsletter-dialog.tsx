import { useTranslations } from 'use-intl'
import { orderIn } from '#desks/common/order.ts'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { WordsFields, wordsIn } from '#desks/common/web/words-fields.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { KeptNewsletter } from '../api.ts'
import { newslettersKey } from './queries.ts'

type NewsletterDialogProps = {
  /** None to add one, which comes last. */
  newsletter: KeptNewsletter | null
  lastOrder: number
  onClose: () => void
}

/** Adds a newsletter or changes one. */
export function NewsletterDialog({ newsletter, lastOrder, onClose }: NewsletterDialogProps) {
  const t = useTranslations('desk-newsletters.dialog')
  const send = useSend()
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-newsletters',
    seen: newsletter,
    stale: newslettersKey,
    done: () => t('saved'),
    act: async (typed: FormData, version: string) => {
      const { addNewsletter, saveNewsletter } = await import('../api.ts')
      const body = {
        names: wordsIn(typed, 'names'),
        descriptions: wordsIn(typed, 'descriptions'),
        order: orderIn(typed, 'order'),
        active: typed.has('active'),
        locked: typed.has('locked'),
      }
      if (newsletter) await send(saveNewsletter, { params: { id: String(newsletter.id) }, body: { ...body, version } })
      else await send(addNewsletter, { body })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      isWide
      title={newsletter ? t('editTitle', { name: newsletter.name }) : t('addTitle')}
      submit={t('save')}
      cancel={t('cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <WordsFields name="names" label={t('name')} words={newsletter?.names ?? null} errorOf={errorOf} />
      <WordsFields
        name="descriptions"
        label={t('description')}
        hint={t('descriptionHint')}
        words={newsletter?.descriptions ?? null}
        isLong
        errorOf={errorOf}
      />
      <TextField
        name="order"
        width="short"
        inputMode="numeric"
        label={t('order')}
        hint={t('orderHint')}
        defaultValue={String(newsletter?.order ?? lastOrder + 1)}
        error={errorOf('order')}
        autoComplete="off"
      />
      <Checkbox name="active" label={t('active')} defaultChecked={newsletter?.active ?? true} />
      <Checkbox name="locked" label={t('exported')} defaultChecked={newsletter?.locked ?? false} />
    </FormDialog>
  )
}
