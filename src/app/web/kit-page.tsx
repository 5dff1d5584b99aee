import { useEffect, useState } from 'react'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { ActionSamples } from './kit-page/action-samples.tsx'
import { ChartSamples } from './kit-page/chart-samples.tsx'
import { FieldSamples } from './kit-page/field-samples.tsx'
import { ListSamples } from './kit-page/list-samples.tsx'
import { MessageSamples } from './kit-page/message-samples.tsx'
import { TextSamples } from './kit-page/text-samples.tsx'
import styles from './kit-page.module.css'

/** Every component of the kit in each of its states, on one page that exists in development only. */
export function KitPage() {
  return (
    <ToastProvider>
      <main className={styles.sheet}>
        <div className={styles.page}>
          <header className="stack">
            <h1>Las piezas del portal</h1>
            <p className="lead">Cada pieza en todos sus estados: sin datos, con muchos, con error, ocupada, apagada.</p>
            <RootChoices />
          </header>
          <TextSamples />
          <ActionSamples />
          <FieldSamples />
          <ListSamples />
          <ChartSamples />
          <MessageSamples />
        </div>
      </main>
    </ToastProvider>
  )
}

const densities = [
  { value: 'roomy', label: 'Amplia' },
  { value: 'compact', label: 'Compacta' },
] as const

const modes = [
  { value: 'system', label: 'Del sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
] as const

function RootChoices() {
  const [density, setDensity] = useState<(typeof densities)[number]['value']>('roomy')
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('system')
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
      <SegmentedControl label="Altura de las filas" options={densities} value={density} onValue={setDensity} />
      <SegmentedControl label="Claro u oscuro" options={modes} value={mode} onValue={setMode} />
    </div>
  )
}
