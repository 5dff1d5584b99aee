import { Link } from '#kit/web/link.tsx'
import { StepsMark } from '#kit/web/steps-mark.tsx'
import styles from './logo.module.css'
import { useSettings } from './settings.ts'

/** Whose portal this is, as the way to its first page: the operator's logo, or the portal's own mark with the name. */
export function Logo() {
  const { brand, organization } = useSettings()
  return (
    <Link className={styles.logo} href="/">
      {brand.logoUrl ? (
        <img src={brand.logoUrl} alt={organization.name} height={32} />
      ) : (
        <>
          <StepsMark />
          {organization.name}
        </>
      )}
    </Link>
  )
}
