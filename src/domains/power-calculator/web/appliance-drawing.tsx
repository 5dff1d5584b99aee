import type { ReactNode } from 'react'
import type { ApplianceName } from '../appliances.ts'
import styles from './appliance-card.module.css'

/** Draws an appliance in lines of the text colour. */
export function ApplianceDrawing({ of }: { of: ApplianceName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 48 48" aria-hidden="true">
      {drawings[of]}
    </svg>
  )
}

const drawings: Record<ApplianceName, ReactNode> = {
  electricHeater: (
    <>
      <rect x="6" y="12" width="36" height="22" rx="3" />
      <path d="M13 17v12M20 17v12M27 17v12M34 17v12M12 34v5M36 34v5" />
    </>
  ),
  heating: (
    <>
      <rect x="5" y="11" width="38" height="26" rx="3" />
      <circle cx="17" cy="24" r="8" />
      <path d="M17 16v16M9 24h16M32 18h6M32 24h6M32 30h6M11 37v4M37 37v4" />
    </>
  ),
  waterHeater: (
    <>
      <rect x="14" y="4" width="20" height="32" rx="6" />
      <path d="M19 36v7M29 36v7M24 14c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9z" />
    </>
  ),
  dishwasher: (
    <>
      <rect x="8" y="6" width="32" height="36" rx="3" />
      <path d="M8 14h32M13 10h6M35 10h.1M14 34h20M16 34c0-5 3-9 8-9s8 4 8 9M24 21v4" />
    </>
  ),
  washer: (
    <>
      <rect x="8" y="5" width="32" height="38" rx="3" />
      <circle cx="24" cy="28" r="10" />
      <path d="M8 13h32M13 9h6M35 9h.1M16 29c3-3 5-3 8 0s5 3 8 0" />
    </>
  ),
  dryer: (
    <>
      <rect x="8" y="5" width="32" height="38" rx="3" />
      <circle cx="24" cy="28" r="10" />
      <path d="M8 13h32M13 9h.1M18 9h.1M29 9h6M20 24c-2 3 2 5 0 8M24 23c-2 3 2 6 0 9M28 24c-2 3 2 5 0 8" />
    </>
  ),
  oven: (
    <>
      <rect x="7" y="7" width="34" height="34" rx="3" />
      <rect x="13" y="20" width="22" height="15" rx="2" />
      <path d="M7 15h34M13 11h.1M19 11h.1M29 11h.1M35 11h.1M13 30h22" />
    </>
  ),
  hob: (
    <>
      <path d="M5 18h38l-4 16H9z" />
      <ellipse cx="18" cy="23" rx="5" ry="2" />
      <ellipse cx="31" cy="23" rx="5" ry="2" />
      <ellipse cx="17" cy="29" rx="5" ry="2" />
      <ellipse cx="30" cy="29" rx="5" ry="2" />
    </>
  ),
  airConditioning: (
    <>
      <rect x="5" y="9" width="38" height="15" rx="3" />
      <path d="M11 19h26M37 14h.1M14 29c-3 3 3 6 0 10M24 29c-3 3 3 6 0 10M34 29c-3 3 3 6 0 10" />
    </>
  ),
  microwave: (
    <>
      <rect x="4" y="11" width="40" height="26" rx="3" />
      <rect x="9" y="16" width="22" height="16" rx="2" />
      <path d="M36 17h3M36 22h3M36 27h3M14 22c2-2 4-2 6 0s4 2 6 0M14 27c2-2 4-2 6 0s4 2 6 0" />
    </>
  ),
  fridge: (
    <>
      <rect x="12" y="4" width="24" height="38" rx="3" />
      <path d="M12 17h24M17 9v4M17 22v7M15 42v2M33 42v2" />
    </>
  ),
  tv: (
    <>
      <rect x="4" y="9" width="40" height="25" rx="3" />
      <path d="M24 34v6M15 40h18" />
    </>
  ),
  electricVehicle: (
    <>
      <path d="M5 33v-7c0-2 1-3 3-3l5-9h16l7 9c4 0 7 1 7 5v5h-5M15 33h16M8 23h28" />
      <circle cx="11" cy="34" r="4" />
      <circle cx="35" cy="34" r="4" />
      <path d="M24 25l-3 4h5l-3 4" />
    </>
  ),
  pool: (
    <>
      <path d="M5 30c3-3 6-3 9.5 0s6 3 9.5 0 6-3 9.5 0 6 3 9.5 0M5 38c3-3 6-3 9.5 0s6 3 9.5 0 6-3 9.5 0 6 3 9.5 0" />
      <path d="M16 26V11a4 4 0 0 1 8 0M31 26V11a4 4 0 0 1 8 0M16 16h15M16 21h15" />
    </>
  ),
  gasOil: (
    <>
      <path d="M13 10h22v30H13zM11 10h26M11 40h26M13 20h22M13 30h22" />
      <path d="M24 21.5c2 2.5 3 3.5 3 5a3 3 0 0 1-6 0c0-1.5 1-2.5 3-5z" />
    </>
  ),
  stove: (
    <>
      <rect x="11" y="6" width="26" height="33" rx="3" />
      <path d="M16 39v4M32 39v4M16 13h16M16 19h16M16 25h16M16 31h16M37 34h4v-8" />
    </>
  ),
}
