import type { Locale } from './locale.ts'

/** A street type by the code of the market's table: `CL` is a calle. */
export type StreetType = { code: string; name: string }

/**
 * Returns all street types, sorted by name. They are part of place names: a user who reads the portal in English sees
 * the name on the street sign.
 */
export function readStreetTypes(locale: Locale): StreetType[] {
  return Object.keys(names)
    .map((code) => ({ code, name: streetTypeNameOf(code, locale)! }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** Returns the name of a street type in a language spoken in Spain, otherwise in Spanish; null for an unknown code. */
export function streetTypeNameOf(code: string, locale: Locale): string | null {
  const typeNames = names[code]
  if (!typeNames) return null
  const [spanish, catalan, galician] = typeNames
  return (locale === 'ca' ? catalan : locale === 'gl' ? galician : undefined) ?? spanish
}

/** Returns the names of a street type in all languages. */
export function streetTypeNamesOf(code: string): string[] {
  return names[code]?.filter((name) => name !== undefined) ?? []
}

/**
 * In Spanish, and in Catalan and Galician where they differ. Source: CNMC, code tables of the switching formats, table
 * 12, which the cadastre's codes follow; a second code for parks and the one for non-existent streets are omitted.
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

/**
 * Splits a street name that includes its type, `Carrer de Gurb`, into the code and the name without it. Null where it
 * includes none.
 */
export function splitStreetType(street: string): { code: string; name: string } | null {
  const text = street.trim().toLowerCase()
  const fitting = Object.keys(names)
    .flatMap((code) => streetTypeNamesOf(code).map((name) => ({ code, length: name.length, name: name.toLowerCase() })))
    .filter(({ name }) => text.startsWith(`${name} `))
    .toSorted((one, other) => other.length - one.length)
  const [match] = fitting
  return match ? { code: match.code, name: street.trim().slice(match.length).trim() } : null
}
