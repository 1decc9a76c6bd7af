// A weekly liner service. Days count from the start of the voyage: at departure for a port of lading, at arrival for a
// port of discharge. The vessels are real, the services are invented.

export type Vessel = { name: string; imo: string }

export type LoadCall = { locode: string; day: number }
export type DischargeCall = { locode: string; day: number; terminal: string }

export type LinerService = {
  name: string
  /** SCACs of the lines that sell space on it. */
  lines: readonly string[]
  /** Departs on this day of every week; 0 is Monday. */
  weekday: number
  /** The longest delay of a vessel at sea. */
  maxDelayHours: number
  loads: readonly LoadCall[]
  discharges: readonly DischargeCall[]
  vessels: readonly Vessel[]
  /** Direction letter of its voyage numbers. */
  heading: 'E' | 'W'
}

export const ships = (list: string): Vessel[] =>
  list.split(', ').map((entry) => {
    const cut = entry.lastIndexOf(' ')
    return { name: entry.slice(0, cut), imo: entry.slice(cut + 1) }
  })
