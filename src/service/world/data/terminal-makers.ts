// Container terminals and rail ramps. Codes are given only where they are well known. Reports and charges belong to
// this world, not to the real place.

type Reporting = {
  availability: boolean
  lastFreeDay: boolean
  holds: boolean
  fees: boolean
  appointment: boolean
  yardSpot: boolean
}

export type Terminal = {
  key: string
  locode: string
  name: string
  nickname: string
  firmsCode: string | null
  smdgCode: string | null
  street: string | null
  city: string
  /** If it is not the state of the port or city. */
  state: string | null
  zip: string | null
  kind: 'ocean_terminal' | 'rail'
  /** SCAC of the railroad that operates the ramp. */
  railroad: string | null
  reports: Reporting
  /** For each day after the last free day, in the local currency. */
  demurragePerDay: number
  /** Some terminals charge long stays in addition to demurrage. */
  dwellPerDay: number
}

const EVERYTHING: Reporting = {
  availability: true,
  lastFreeDay: true,
  holds: true,
  fees: true,
  appointment: true,
  yardSpot: true,
}
export const REPORTS_NOTHING: Reporting = {
  availability: false,
  lastFreeDay: false,
  holds: false,
  fees: false,
  appointment: false,
  yardSpot: false,
}
export const NO_FEES: Reporting = { ...EVERYTHING, fees: false }
export const NO_LAST_FREE_DAY: Reporting = { ...EVERYTHING, lastFreeDay: false, appointment: false }
export const REPORTS_BASICS: Reporting = { ...EVERYTHING, appointment: false, yardSpot: false }

type Ocean = Pick<Terminal, 'key' | 'locode' | 'name' | 'nickname' | 'city' | 'demurragePerDay'> & Partial<Terminal>

export const ocean = (terminal: Ocean): Terminal => ({
  firmsCode: null,
  smdgCode: null,
  street: null,
  state: null,
  zip: null,
  kind: 'ocean_terminal',
  railroad: null,
  reports: EVERYTHING,
  dwellPerDay: 0,
  ...terminal,
})

export const ramp = (
  key: string,
  locode: string,
  railroad: string,
  name: string,
  nickname: string,
  city: string,
): Terminal => ({
  ...ocean({ key, locode, name, nickname, city, demurragePerDay: locode.startsWith('CA') ? 150 : 125 }),
  kind: 'rail',
  railroad,
  reports: REPORTS_BASICS,
})
