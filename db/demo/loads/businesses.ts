import { isBetween, type LoadProfile } from './load-profile.ts'

/** Machines from Monday to Friday with a break at noon, a little on Saturdays, and a two-week shutdown in August. */
export function createWorkshopLoad(peakWatts: number): LoadProfile {
  return (today, random) => {
    const isClosed = today.isSunday || (today.month === 8 && Number(today.day.slice(8)) <= 15)
    const level = peakWatts * random.between(0.75, 1)
    return ({ hour }) => {
      const standbyWatts = peakWatts * random.between(0.06, 0.09)
      if (isClosed || !isBetween(hour, 7, today.isSaturday ? 13 : 18)) return standbyWatts
      const share = isBetween(hour, 13, 14.5) ? 0.45 : today.isSaturday ? 0.4 : 1
      return standbyWatts + level * share * random.between(0.7, 1)
    }
  }
}

/** Lights, cooling and a till from Monday to Saturday, and fridges all the time. */
export function createShopLoad(peakWatts: number): LoadProfile {
  return (today, random) => {
    const level = peakWatts * random.between(0.85, 1)
    return ({ hour, temperatureC }) => {
      const fridges = peakWatts * (0.16 + 0.004 * Math.max(0, temperatureC - 10)) * random.between(0.85, 1.15)
      if (today.isSunday || !isBetween(hour, 9, 20.5)) return fridges
      const climate = 0.35 + 0.022 * (Math.max(0, temperatureC - 23) + Math.max(0, 14 - temperatureC))
      return fridges + level * climate * random.between(0.85, 1.1)
    }
  }
}

/** Desks and screens on working days. */
export function createOfficeLoad(peakWatts: number): LoadProfile {
  return (today, random) => {
    const isClosed = today.isSunday || today.isSaturday
    return ({ hour, temperatureC }) => {
      const standbyWatts = peakWatts * random.between(0.1, 0.14)
      if (isClosed || !isBetween(hour, 8, 18.5)) return standbyWatts
      const climate = 0.5 + 0.02 * (Math.max(0, temperatureC - 24) + Math.max(0, 16 - temperatureC))
      return standbyWatts + peakWatts * climate * random.between(0.8, 1.05)
    }
  }
}

/** Street lights from dusk to dawn, dimmed in the small hours. */
export function createStreetLightingLoad(peakWatts: number): LoadProfile {
  return (_, random) =>
    ({ hour, sunHeight }) => {
      if (sunHeight > 0.03) return peakWatts * 0.01
      return peakWatts * (isBetween(hour, 0.5, 5.5) ? 0.6 : 1) * random.between(0.97, 1.01)
    }
}

/** Irrigation: pumps in the cheap hours of dry days between April and September. */
export function createIrrigationLoad(peakWatts: number): LoadProfile {
  return (today, random) => {
    const isDry = today.month >= 4 && today.month <= 9 && random.share() < 1.05 - today.cloudShare
    const hours = isDry ? random.between(3, 8) : 0
    return ({ hour }) => (isBetween(hour, 0, hours) ? peakWatts * random.between(0.92, 1) : peakWatts * 0.005)
  }
}

/** How full the cold rooms are, by month: fullest from the harvest to Christmas. */
const fillShares = [0.55, 0.5, 0.48, 0.45, 0.45, 0.48, 0.55, 0.72, 0.88, 0.9, 0.85, 0.7]

/** Cold rooms, which consume more on warm days. */
export function createColdStoreLoad(peakWatts: number): LoadProfile {
  return (today, random) => {
    const fullWatts = peakWatts * fillShares[today.month - 1]!
    return ({ temperatureC }) =>
      fullWatts * Math.min(1, 0.45 + 0.02 * Math.max(0, temperatureC)) * random.between(0.85, 1.1)
  }
}
