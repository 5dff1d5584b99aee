import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import { ServerWords } from './server-words.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'

/** What happens next, in the words of the server, and where the contract is signed. */
export function FinishStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const goTo = useGoTo()
  const { draft, forget } = wizard
  const { ended } = draft
  const told = ended.filter(({ body }, place) => ended.findIndex((other) => other.body === body) === place)

  async function goHome() {
    await goTo('/')
    forget()
  }

  return (
    <div className={styles.finish}>
      {told.some(({ body }) => body.trim()) ? (
        told.map(({ energy, format, body }) => <ServerWords key={energy} format={format} body={body} />)
      ) : (
        <p>{t('sent')}</p>
      )}
      {ended.map(
        ({ energy, reference }) =>
          reference && <p key={energy}>{t(ended.length > 1 ? `referenceOf.${energy}` : 'reference', { reference })}</p>,
      )}
      <div className="line">
        {ended.map(
          ({ energy, signatureUrl }) =>
            signatureUrl && (
              <ButtonLink key={energy} href={signatureUrl}>
                {ended.length > 1 ? t(`signOf.${energy}`) : t('sign')}
              </ButtonLink>
            ),
        )}
        <Button
          variant={ended.some(({ signatureUrl }) => signatureUrl) ? 'second' : 'main'}
          onClick={() => void goHome()}
        >
          {t('goHome')}
        </Button>
      </div>
    </div>
  )
}
