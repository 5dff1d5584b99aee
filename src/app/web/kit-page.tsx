import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { useWindowTitle } from '#domains/retailer/web/use-window-title.ts'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { LanguageLinks } from '#kit/web/navigation/languages.tsx'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { useBoot, usePortal } from '#kit/web/portal.ts'
import { ActionSamples } from './kit-page/action-samples.tsx'
import { ChartSamples } from './kit-page/chart-samples.tsx'
import { DisplaySamples } from './kit-page/display-samples.tsx'
import { FeedbackSamples } from './kit-page/feedback-samples.tsx'
import { FormSamples } from './kit-page/form-samples.tsx'
import { GraphicsSamples } from './kit-page/graphics-samples.tsx'
import { ListSamples } from './kit-page/list-samples.tsx'
import { NavigationSamples } from './kit-page/navigation-samples.tsx'
import { OverlaySamples } from './kit-page/overlay-samples.tsx'
import type { GroupName } from './kit-page/sample-section.tsx'
import styles from './kit-page.module.css'

// Of this page alone, so that a built portal has none of them.
const texts = import.meta.glob<object>('./kit-page/texts/*.json', { eager: true, import: 'default' })

const groups: readonly [GroupName, () => ReactNode][] = [
  ['action', ActionSamples],
  ['display', DisplaySamples],
  ['form', FormSamples],
  ['list', ListSamples],
  ['chart', ChartSamples],
  ['feedback', FeedbackSamples],
  ['navigation', NavigationSamples],
  ['overlay', OverlaySamples],
  ['graphics', GraphicsSamples],
]

/** Every component of the kit with its purpose, its states and its use, on one page that exists in development only. */
export function KitPage() {
  const { messages } = usePortal()
  const { locale, now } = useBoot()
  const shown = { ...messages, 'kit-page': texts[`./kit-page/texts/${locale}.json`] }
  return (
    <IntlProvider locale={locale} messages={shown as never} timeZone="Europe/Madrid" now={new Date(now)}>
      <ToastProvider>
        <main className={styles.sheet}>
          <div className={styles.page}>
            <Introduction />
            {groups.map(([name, Samples]) => (
              <Samples key={name} />
            ))}
          </div>
        </main>
      </ToastProvider>
    </IntlProvider>
  )
}

function Introduction() {
  const t = useTranslations('kit-page')
  useWindowTitle(t('title'))
  return (
    <header className="stack">
      <h1>{t('title')}</h1>
      <p className="lead">{t('lead')}</p>
      <LanguageLinks label={t('language')} />
      <RootChoices />
      <nav aria-label={t('contents')}>
        <ul className="line">
          {groups.map(([name]) => (
            <li key={name}>
              <a href={`#${name}`}>{t(`groups.${name}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

const densities = ['roomy', 'compact'] as const
const modes = ['system', 'light', 'dark'] as const

function RootChoices() {
  const t = useTranslations('kit-page')
  const [density, setDensity] = useState<(typeof densities)[number]>('roomy')
  const [mode, setMode] = useState<(typeof modes)[number]>('system')
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.density = density
    dataset.mode = mode
    return () => {
      delete dataset.density
      delete dataset.mode
    }
  }, [density, mode])
  return (
    <div className="line">
      <SegmentedControl
        label={t('density.label')}
        options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
        value={density}
        onValue={setDensity}
      />
      <SegmentedControl
        label={t('mode.label')}
        options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={mode}
        onValue={setMode}
      />
    </div>
  )
}
