import { DayStepsDrawing } from '#kit/web/graphics/day-steps-drawing.tsx'
import { DefaultLogo } from '#kit/web/graphics/default-logo.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import * as icons from '#kit/web/graphics/icons.ts'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import { StepBars } from '#kit/web/graphics/step-bars.tsx'
import styles from '../kit-page.module.css'
import { SampleGroup, SampleSection } from './sample-section.tsx'

// The bundler and the development server list the exports of a module in different orders.
const iconsByName = Object.entries(icons).sort(([one], [other]) => (one < other ? -1 : 1))

/** Icons and drawings. */
export function GraphicsSamples() {
  return (
    <SampleGroup name="graphics">
      <SampleSection name="Icon" usage="<Icon shape={lightning} />">
        <ul className={styles.icons} lang="en">
          {iconsByName.map(([name, shape]) => (
            <li key={name}>
              <Icon shape={shape} />
              {name}
            </li>
          ))}
        </ul>
      </SampleSection>
      <SampleSection name="ProgressAnimation" usage="<ProgressAnimation />">
        <div className={styles.narrow}>
          <ProgressAnimation />
        </div>
      </SampleSection>
      <SampleSection name="StepBars" usage="<StepBars missing={[2]} />">
        <StepBars missing={[2]} />
      </SampleSection>
      <SampleSection name="DayStepsDrawing" usage="<DayStepsDrawing width={326} height={150} now={hour} />">
        <div className={styles.onCard}>
          <DayStepsDrawing width={326} height={150} now={16.33} />
        </div>
      </SampleSection>
      <SampleSection name="DefaultLogo" usage="<DefaultLogo />">
        <span className={styles.mark}>
          <DefaultLogo />
        </span>
      </SampleSection>
    </SampleGroup>
  )
}
