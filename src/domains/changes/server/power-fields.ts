import type { PowerBody } from '../api.ts'

const powerNames = ['power_p1', 'power_p2', 'power_p3', 'power_p4', 'power_p5', 'power_p6'] as const
export type PowerName = (typeof powerNames)[number]

/** Returns the six powers of a body in watts, P1 first, 0 where there is none. */
export function sixPowers(body: Pick<PowerBody, PowerName>): number[] {
  return powerNames.map((name) => body[name])
}

/** Returns the requested powers of a power change, two or six, in watts. */
export function requestedPowersOf(details: unknown): number[] {
  return sixPowers(details as Pick<PowerBody, PowerName>).filter((watts) => watts > 0)
}

/** Returns the API name of the power of a period; `index` counts from 0. */
export function powerFieldName(index: number): PowerName {
  return powerNames[index]!
}
