import type { ReactNode } from 'react'
import { BackLink } from '#kit/web/navigation/back-link.tsx'

type DeskHeadingProps = {
  title: string
  about?: string | undefined
  /** The section's main action, shown beside its title. */
  action?: ReactNode
  /** The page above this one. */
  back?: { href: string; label: string } | undefined
}

/** The heading of a back-office section: its title, description and main action. */
export function DeskHeading({ title, about, action, back }: DeskHeadingProps) {
  const heading = action ? (
    <div className="line">
      <h1>{title}</h1>
      {action}
    </div>
  ) : (
    <h1>{title}</h1>
  )
  return (
    <>
      {back ? (
        <div>
          <BackLink href={back.href}>{back.label}</BackLink>
          {heading}
        </div>
      ) : (
        heading
      )}
      {about && <p className="lead">{about}</p>}
    </>
  )
}
