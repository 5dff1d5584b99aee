import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'

export type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

/**
 * The component for links inside the application. The application provides its router's link; the default is an anchor.
 */
export const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a')

/**
 * A link. An address that begins with one slash is a portal address and is followed by the router; downloads, new tabs
 * and external addresses are plain anchors.
 */
export function Link(props: LinkProps) {
  const ApplicationLink = useContext(LinkContext)
  const isInside = /^\/(?!\/)/.test(props.href) && !props.download && !props.target
  const Anchor = isInside ? ApplicationLink : 'a'
  return <Anchor {...props} />
}
