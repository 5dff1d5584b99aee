import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { readStreetTypes } from '#vocabulary/street-types.ts'
import { listStreetTypes, readProvince, readZipcode } from '../api.ts'
import { findTowns } from './town-store.ts'

export function geoRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(readZipcode, async ({ params: { zipcode } }, refuse) => {
    const towns = await findTowns(db, zipcode)
    const [first] = towns
    if (!first) throw refuse('zipcode_unknown')
    return { ...first, towns }
  })

  serve(readProvince, async ({ params: { ine } }, refuse) => {
    const province = /^\d{2}(\d{3})?$/.test(ine) ? provinceOf(ine) : null
    if (!province) throw refuse('province_unknown')
    return { id: province.code, name: province.name }
  })

  serve(listStreetTypes, async ({ actor: { locale }, reply }) => {
    // Browsers cache the reply, which depends on the language.
    reply.header('vary', 'accept-language')
    return { items: readStreetTypes(locale).map(({ code, name }) => ({ id: code, name })) }
  })
}
