import { DefaultLogo } from '#kit/web/graphics/default-logo.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import styles from './logo.module.css'
import { useSettings } from './settings.ts'

/** The link to the home page: the retailer's logo, or the portal's own mark with the name. */
export function Logo() {
  const { brand, organization } = useSettings()
  return (
    <Link className={styles.logo} href="/">
      {brand.logoUrl ? (
        <img src={brand.logoUrl} alt={organization.name} height={32} />
      ) : (
        <>
          <DefaultLogo />
          {organization.name}
        </>
      )}
    </Link>
  )
}
