// The shape of a weekly liner service. Days count from the start of the voyage: a loading call at departure, a
// discharge call at arrival.

// Weekly liner services: who sails, with which ships in turn, from where to where. Days count from the voyage's start;
// a loading call is counted at departure, a discharge call at arrival. Ships are real, the strings they sail are ours.

export type Vessel = { name: string; imo: string }

export type LoadCall = { locode: string; day: number }
export type DischargeCall = { locode: string; day: number; terminal: string }

export type LinerService = {
  name: string
  /** SCACs of the lines that sell space on it. */
  lines: readonly string[]
  /** Departs on this day of every week; 0 is Monday. */
  weekday: number
  /** How late a ship can be at sea, at most. */
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
