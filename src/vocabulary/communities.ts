/** An autonomous community or city by its code of ISO 3166-2, with its provinces by their codes of the INE. */
export type Community = { code: string; name: string; provinces: readonly string[] }

/** The autonomous communities and cities in the order of their codes. Sources: ISO 3166-2:ES; INE, codes of provinces. */
export const communities: readonly Community[] = [
  { code: 'ES-AN', name: 'Andalucía', provinces: ['04', '11', '14', '18', '21', '23', '29', '41'] },
  { code: 'ES-AR', name: 'Aragón', provinces: ['22', '44', '50'] },
  { code: 'ES-AS', name: 'Asturias', provinces: ['33'] },
  { code: 'ES-CB', name: 'Cantabria', provinces: ['39'] },
  { code: 'ES-CE', name: 'Ceuta', provinces: ['51'] },
  { code: 'ES-CL', name: 'Castilla y León', provinces: ['05', '09', '24', '34', '37', '40', '42', '47', '49'] },
  { code: 'ES-CM', name: 'Castilla-La Mancha', provinces: ['02', '13', '16', '19', '45'] },
  { code: 'ES-CN', name: 'Canarias', provinces: ['35', '38'] },
  { code: 'ES-CT', name: 'Catalunya', provinces: ['08', '17', '25', '43'] },
  { code: 'ES-EX', name: 'Extremadura', provinces: ['06', '10'] },
  { code: 'ES-GA', name: 'Galicia', provinces: ['15', '27', '32', '36'] },
  { code: 'ES-IB', name: 'Illes Balears', provinces: ['07'] },
  { code: 'ES-MC', name: 'Región de Murcia', provinces: ['30'] },
  { code: 'ES-MD', name: 'Comunidad de Madrid', provinces: ['28'] },
  { code: 'ES-ML', name: 'Melilla', provinces: ['52'] },
  { code: 'ES-NC', name: 'Navarra', provinces: ['31'] },
  { code: 'ES-PV', name: 'Euskadi', provinces: ['01', '20', '48'] },
  { code: 'ES-RI', name: 'La Rioja', provinces: ['26'] },
  { code: 'ES-VC', name: 'Comunitat Valenciana', provinces: ['03', '12', '46'] },
]

/** Returns the community of a province, or null for a code that is none. */
export function communityOfProvince(province: string): Community | null {
  return communities.find(({ provinces }) => provinces.includes(province)) ?? null
}
