import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { rasterImageUrl } from '../raster-image.ts'
import { homeBannerCodes } from '../rules.ts'
import styles from './home-banners.module.css'
import { HtmlBlocks } from './html-blocks.tsx'
import { bannersQuery } from './queries.ts'
import { useSettings } from './settings.ts'

/** Shows the retailer's banners on the home page. Renders nothing if it has none or none is known. */
export function HomeBanners() {
  const send = useSend()
  const t = useTranslations('retailer')
  const settings = useSettings()
  const codes = homeBannerCodes(settings)
  const { data: banners = [] } = useQuery({ ...bannersQuery(send, codes), enabled: codes.length > 0 })
  if (!banners.length) return null
  return (
    <section className="stack" aria-label={t('banners', { name: settings.organization.name })}>
      {banners.map(({ code, banner }, index) =>
        banner.trimStart().startsWith('<') ? (
          <div key={code} className={styles.words}>
            <HtmlBlocks blocks={[{ id: -1 - index, html_block: banner, block_height: null, block_width: null }]} />
          </div>
        ) : (
          <BannerPicture key={code} base64={banner} label={t('banner', { name: settings.organization.name })} />
        ),
      )}
    </section>
  )
}

function BannerPicture({ base64, label }: { base64: string; label: string }) {
  const address = rasterImageUrl(base64)
  return address && <img className={styles.picture} src={address} alt={label} />
}
