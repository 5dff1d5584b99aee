import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'

export type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

/** How links inside the application are followed. The application gives its router's link; without one they are anchors. */
export const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a')

/**
 * A link. What begins with one slash is an address of the portal and goes by the application; what downloads, opens
 * elsewhere or leads out is a plain anchor.
 */
export function Link(props: LinkProps) {
  const ApplicationLink = useContext(LinkContext)
  const isInside = /^\/(?!\/)/.test(props.href) && !props.download && !props.target
  const Anchor = isInside ? ApplicationLink : 'a'
  return <Anchor {...props} />
}
