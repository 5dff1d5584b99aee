import { interpolateShape, isBetween, type LoadProfile } from './load-profile.ts'

const workdayShape = [
  0.55, 0.45, 0.4, 0.4, 0.4, 0.45, 0.7, 1.15, 1.1, 0.8, 0.75, 0.75, 0.95, 1.3, 1.25, 0.95, 0.85, 0.9, 1.15, 1.55, 1.95,
  2.0, 1.5, 0.9,
]
const freeDayShape = [
  0.65, 0.5, 0.42, 0.4, 0.4, 0.4, 0.45, 0.6, 0.9, 1.2, 1.3, 1.3, 1.4, 1.65, 1.5, 1.2, 1.1, 1.1, 1.25, 1.5, 1.75, 1.7,
  1.35, 0.9,
]

/** A home with lights, kitchen and laundry whose residents are away on some days, most of them in August. */
export function createHouseholdLoad(meanWatts: number): LoadProfile {
  return (today, random) => {
    const isAway = random.share() < (today.month === 8 ? 0.35 : 0.03)
    const isFree = today.isSunday || today.isSaturday
    const shape = isFree ? freeDayShape : workdayShape
    const level = meanWatts * random.between(0.85, 1.15) * (today.month <= 2 || today.month >= 11 ? 1.12 : 0.96)
    if (isAway) return () => meanWatts * random.between(0.22, 0.32)
    return ({ hour }) => {
      const isOvenOn = isBetween(hour, 7, 23) && random.share() < 0.05
      return (
        level * interpolateShape(shape, hour) * random.between(0.7, 1.25) + (isOvenOn ? random.between(400, 1500) : 0)
      )
    }
  }
}

/** Heating by a heat pump below 17 °C and cooling above 25 °C, less at night; watts per degree. */
export function createHeatPumpLoad(wattsPerDegree: number): LoadProfile {
  return (_, random) =>
    ({ hour, temperatureC }) => {
      const degrees = Math.max(0, 17 - temperatureC) + Math.max(0, temperatureC - 25)
      return degrees * wattsPerDegree * (isBetween(hour, 23, 6) ? 0.45 : 1) * random.between(0.85, 1.15)
    }
}

/** A car charged after midnight on some nights until it is full. */
export function createNightChargingLoad(watts: number): LoadProfile {
  return (_, random) => {
    const hours = random.share() < 0.45 ? random.between(1.5, 5) : 0
    return ({ hour }) => (isBetween(hour, 0.5, 0.5 + hours) ? watts : 0)
  }
}
