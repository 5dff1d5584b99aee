import type { ReactNode } from 'react'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'

/** Shows that something is in progress that the user has to wait for. */
export function PaymentPending({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <ProgressAnimation />
      <p>
        <b>{title}</b>
      </p>
      <p>{children}</p>
    </div>
  )
}
