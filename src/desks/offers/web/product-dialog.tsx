import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { FormDialog } from '#desks/common/web/form-dialog.tsx'
import { typedWhole } from '#desks/common/web/typed-decimal.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { WordsFields, wordsIn } from '#desks/common/web/words-fields.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { DateField } from '#kit/web/date-field.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import type { ReadProduct } from '../api.ts'
import { productsKey } from './queries.ts'

const selfConsumption = { everybody: null, withSelfConsumption: true, withoutSelfConsumption: false } as const

/** Changes how a product is called and told of, for whom it is, and when it is sold. */
export function ProductDialog({ product, onClose }: { product: ReadProduct; onClose: () => void }) {
  const t = useTranslations('desk-offers')
  const send = useSend()
  const locale = useLocale()
  const { id, name, offer, energy, today } = product
  const [isOffered, setOffered] = useState(offer !== null)
  const { go, isBusy, failure, changed, errorOf } = useAct({
    desk: 'desk-offers',
    seen: product,
    stale: productsKey,
    done: () => t('dialog.saved'),
    act: async (typed: FormData, version) => {
      const { saveProduct } = await import('../api.ts')
      const text = (field: string) => String(typed.get(field) ?? '').trim()
      return send(saveProduct, {
        params: { id: String(id) },
        body: {
          version,
          commercial_name: text('commercial_name') || null,
          offer: isOffered
            ? {
                descriptions: wordsIn(typed, 'offer.descriptions'),
                link: text('offer.link') || null,
                with_self_consumption:
                  selfConsumption[(text('offer.with_self_consumption') || 'everybody') as keyof typeof selfConsumption],
                position: typedWhole(text('offer.position') || '0', locale),
                from_day: text('offer.from_day'),
                to_day: text('offer.to_day') || null,
              }
            : null,
        },
      })
    },
    onDone: onClose,
  })
  const present = (Object.keys(selfConsumption) as (keyof typeof selfConsumption)[]).find(
    (key) => selfConsumption[key] === (offer?.with_self_consumption ?? null),
  )
  return (
    <FormDialog
      isWide
      title={t('dialog.editTitle', { name })}
      submit={t('dialog.save')}
      cancel={t('dialog.cancel')}
      {...{ isBusy, failure, changed, onClose }}
      onSubmit={go}
    >
      <TextField
        name="commercial_name"
        label={t('product.commercialName')}
        hint={t('dialog.commercialHintEdit', { name })}
        defaultValue={product.commercial_name ?? ''}
        error={errorOf('commercial_name')}
        autoComplete="off"
        isOptional
      />
      <Checkbox
        label={t('dialog.isOffered')}
        checked={isOffered}
        onChange={(event) => setOffered(event.target.checked)}
      />
      {isOffered && (
        <>
          <WordsFields
            name="offer.descriptions"
            label={t('dialog.description')}
            hint={t('dialog.descriptionHint')}
            words={offer?.descriptions ?? null}
            isLong
            errorOf={errorOf}
          />
          {energy === 'electricity' && (
            <NativeSelect
              name="offer.with_self_consumption"
              label={t('product.forWhom')}
              width="medium"
              defaultValue={present}
              options={(['everybody', 'withSelfConsumption', 'withoutSelfConsumption'] as const).map((key) => ({
                value: key,
                label: t(`product.${key}`),
              }))}
            />
          )}
          <DateField
            name="offer.from_day"
            label={t('dialog.fromDay')}
            defaultValue={offer?.from_day ?? today}
            error={errorOf('offer.from_day')}
          />
          <DateField
            name="offer.to_day"
            label={t('dialog.toDay')}
            hint={t('dialog.toDayHint')}
            defaultValue={offer?.to_day ?? ''}
            error={errorOf('offer.to_day')}
            isOptional
          />
          <TextField
            name="offer.position"
            inputMode="numeric"
            width="short"
            label={t('product.position')}
            hint={t('dialog.positionHint')}
            defaultValue={String(offer?.position ?? 0)}
            error={errorOf('offer.position')}
          />
          <TextField
            name="offer.link"
            type="url"
            label={t('product.link')}
            hint={t('dialog.linkHint')}
            defaultValue={offer?.link ?? ''}
            error={errorOf('offer.link')}
            isOptional
          />
        </>
      )}
    </FormDialog>
  )
}
