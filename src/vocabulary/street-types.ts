import type { Locale } from '#kit/locale.ts'

/** What kind of street it is, by the code of the market's table: `CL` is a calle. */
export type StreetType = { code: string; name: string }

/**
 * All kinds, by their names. They are names of places: who reads the portal in English finds what is written on the wall.
 */
export function streetTypes(locale: Locale): StreetType[] {
  return Object.keys(names)
    .map((code) => ({ code, name: streetTypeName(code, locale)! }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** The name of a kind where that language is spoken, Spanish elsewhere; null when there is none with the code. */
export function streetTypeName(code: string, locale: Locale): string | null {
  const known = names[code]
  if (!known) return null
  const [spanish, catalan, galician] = known
  return (locale === 'ca' ? catalan : locale === 'gl' ? galician : undefined) ?? spanish
}

/** The names of a kind in all languages. */
export function streetTypeNames(code: string): string[] {
  return names[code]?.filter((name) => name !== undefined) ?? []
}

/**
 * Spanish, and Catalan and Galician where they differ. Source: CNMC, tables of codes of the switching formats, table 12, which
 * the cadastre's codes follow; left out are a second code for parks and the one for streets that do not exist.
 */
const names: Record<string, [spanish: string, catalan?: string, galician?: string]> = {
  AC: ['Acceso', 'Accés'],
  AD: ['Aldea', 'Llogaret'],
  AF: ['Afueras', 'Afores', 'Aforas'],
  AG: ['Agrupación', 'Agrupació'],
  AL: ['Alameda', 'Albereda'],
  AR: ['Arrabal', 'Raval', 'Arrabalde'],
  AU: ['Autopista', 'Autopista', 'Autoestrada'],
  AV: ['Avenida', 'Avinguda'],
  BC: ['Barranco', 'Barranc'],
  BD: ['Barriada'],
  BL: ['Bloque', 'Bloc'],
  BO: ['Barrio', 'Barri'],
  CA: ['Colonia', 'Colònia'],
  CF: ['Callejón', 'Carreró', 'Calexón'],
  CH: ['Chalet', 'Xalet', 'Chalé'],
  CI: ['Carril'],
  CJ: ['Calleja', 'Carrerany', 'Calexa'],
  CL: ['Calle', 'Carrer', 'Rúa'],
  CM: ['Complejo', 'Complex', 'Complexo'],
  CN: ['Camino', 'Camí', 'Camiño'],
  CO: ['Cooperativa'],
  CR: ['Carretera', 'Carretera', 'Estrada'],
  CS: ['Casa'],
  CT: ['Cuesta', 'Costa', 'Costa'],
  DI: ['Diseminado', 'Disseminat'],
  ED: ['Edificio', 'Edifici'],
  EN: ['Entrada'],
  FC: ['Finca'],
  GL: ['Glorieta'],
  GR: ['Grupo', 'Grup'],
  LG: ['Lugar', 'Lloc'],
  MA: ['Masía', 'Masia'],
  MU: ['Muelle', 'Moll', 'Peirao'],
  MZ: ['Manzana', 'Illa', 'Cuarteirón'],
  NU: ['Núcleo', 'Nucli'],
  OV: ['Otros', 'Altres', 'Outros'],
  PB: ['Poblado', 'Poblat', 'Poboado'],
  PD: ['Partida'],
  PE: ['Paseo', 'Passeig'],
  PI: ['Polígono industrial', 'Polígon industrial'],
  PJ: ['Paraje', 'Paratge', 'Paraxe'],
  PL: ['Pantalán', 'Pantalà'],
  PO: ['Polígono', 'Polígon'],
  PQ: ['Parque', 'Parc'],
  PR: ['Prolongación', 'Prolongació'],
  PS: ['Pasaje', 'Passatge', 'Pasaxe'],
  PT: ['Plazoleta', 'Placeta', 'Praciña'],
  PY: ['Playa', 'Platja', 'Praia'],
  PZ: ['Plaza', 'Plaça', 'Praza'],
  RA: ['Rambla'],
  RD: ['Ronda', 'Ronda', 'Rolda'],
  RS: ['Residencial'],
  SD: ['Senda', 'Sendera'],
  SU: ['Subida', 'Pujada'],
  TR: ['Travesía', 'Travessia'],
  UR: ['Urbanización', 'Urbanització'],
  VI: ['Vial'],
  ZN: ['Zona'],
}

/** The kind that a street says itself that it is, and its name without it: `Carrer de Gurb`. Null where it says none. */
export function splitStreetType(street: string): { code: string; name: string } | null {
  const text = street.trim().toLowerCase()
  const fitting = Object.keys(names)
    .flatMap((code) => streetTypeNames(code).map((name) => ({ code, length: name.length, name: name.toLowerCase() })))
    .filter(({ name }) => text.startsWith(`${name} `))
    .toSorted((one, other) => other.length - one.length)
  const [longest] = fitting
  return longest ? { code: longest.code, name: street.trim().slice(longest.length).trim() } : null
}
