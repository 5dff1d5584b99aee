import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { loadStripe, type Stripe, type StripeElementChangeEvent } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field } from '#kit/web/form/field.tsx'
import type { CardError } from '#outside/payments/card-error.ts'
import type { AuthenticationProps, CardFieldsProps, CardProvider } from './card-provider.ts'
import styles from './stripe-card.module.css'
import { type CardPart, cardErrorOfStripe, partOf } from './stripe-errors.ts'

const loaded = new Map<string, Promise<Stripe | null>>()

/** Loads Stripe's own script, which must come from Stripe, only once; a failed load is retried. */
function loadStripeOnce(publishableKey: string): Promise<Stripe | null> {
  const known = loaded.get(publishableKey)
  if (known) return known
  const stripe = loadStripe(publishableKey)
  loaded.set(publishableKey, stripe)
  stripe.catch(() => loaded.delete(publishableKey))
  return stripe
}

/** Shows Stripe's own fields, each in its frame, styled with our tokens. */
function StripeFields(props: CardFieldsProps) {
  const locale = useLocale()
  // Stripe's fields support neither Catalan nor Galician; their speakers are most likely to read Spanish.
  const options = { locale: locale === 'ca' || locale === 'gl' ? ('es' as const) : locale }
  return (
    <Elements stripe={loadStripeOnce(props.publishableKey)} options={options}>
      <Fields {...props} />
    </Elements>
  )
}

type Errors = Partial<Record<CardPart, CardError>>

function Fields({ ref, onReady, onSubmit, errorText }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [errors, setErrors] = useState<Errors>({})
  const focusable = useRef(new Map<CardPart, { focus: () => void }>())

  useImperativeHandle(ref, () => ({
    async makeMethod() {
      const card = elements?.getElement('cardNumber')
      if (!stripe || !card) return null
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      if (paymentMethod) return paymentMethod.id
      const code = cardErrorOfStripe(error)
      setErrors((current) => ({ ...current, [partOf(code)]: code }))
      focusable.current.get(partOf(code))?.focus()
      return null
    },
  }))

  function fieldOf(part: CardPart) {
    const error = errors[part]
    return (
      <PartField
        part={part}
        error={error && errorText(error)}
        onError={(fieldError) => setErrors((current) => ({ ...current, [part]: fieldError }))}
        onReady={(element) => {
          focusable.current.set(part, element)
          if (part === 'number') onReady()
        }}
      />
    )
  }

  // Stripe's frames submit the surrounding form when Enter is pressed.
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form className={styles.fields} onSubmit={submit}>
      {fieldOf('number')}
      <div className={styles.pair}>
        {fieldOf('expiry')}
        {fieldOf('cvc')}
      </div>
    </form>
  )
}

type PartFieldProps = {
  part: CardPart
  error: string | undefined
  onError: (error: CardError | undefined) => void
  onReady: (element: { focus: () => void }) => void
}

const elementOf = { number: CardNumberElement, expiry: CardExpiryElement, cvc: CardCvcElement } as const

function PartField({ part, error, onError, onReady }: PartFieldProps) {
  const t = useTranslations('payments.cardFields')
  const [options] = useState(() => ({ style: styleOfFields() }))
  const Element = elementOf[part]
  return (
    <Field label={t(part)} error={error}>
      {({ id }) => (
        <div className={styles.box}>
          <Element
            id={id}
            options={options}
            onReady={onReady}
            onChange={(event: StripeElementChangeEvent) => onError(event.error && cardErrorOfStripe(event.error))}
          />
          {/* The frame cannot be described by a text outside it, so errors are announced. */}
          <span role="alert" className="visually-hidden">
            {error}
          </span>
        </div>
      )}
    </Field>
  )
}

/** Hands over to Stripe, which shows the bank's page over ours by itself. */
function StripeAuthentication({ publishableKey, clientSecret, onFinished }: AuthenticationProps) {
  const finish = useEffectEvent(onFinished)
  useEffect(() => {
    let isMounted = true
    // Whatever the result, the server knows the state of the payment.
    const finishIfMounted = () => isMounted && finish()
    loadStripeOnce(publishableKey)
      .then((stripe) => stripe?.handleNextAction({ clientSecret }))
      .then(finishIfMounted, finishIfMounted)
    return () => {
      isMounted = false
    }
  }, [publishableKey, clientSecret])
  return null
}

export const stripeCard: CardProvider = {
  Fields: StripeFields,
  Authentication: StripeAuthentication,
  prepare: loadStripeOnce,
  coversPage: true,
}

function styleOfFields() {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name)
  return {
    base: { color: token('--ink'), fontSize: '16px', '::placeholder': { color: token('--ink-3') } },
    invalid: { color: token('--negative') },
  }
}
