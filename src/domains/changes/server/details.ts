import type { PowerBody } from '../api.ts'

const powerNames = ['power_p1', 'power_p2', 'power_p3', 'power_p4', 'power_p5', 'power_p6'] as const
export type PowerName = (typeof powerNames)[number]

/** The six powers of a body in watts, P1 first, 0 where there is none. */
export function sixPowers(body: Pick<PowerBody, PowerName>): number[] {
  return powerNames.map((name) => body[name])
}

/** The powers that a request of a change of power asks for, two or six, in watts. */
export function powersIn(details: unknown): number[] {
  return sixPowers(details as Pick<PowerBody, PowerName>).filter((watts) => watts > 0)
}

/** The name on the wire of the power of a period; `place` counts from 0. */
export function powerName(place: number): PowerName {
  return powerNames[place]!
}
