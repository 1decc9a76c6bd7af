// Container terminals and rail ramps. The names and codes are those of real terminals. A code is null if it is not well
// known. The charges, and what a terminal reports, are invented.
import { parseRows } from './rows.ts'

/** Which facts about a container the terminal reports. */
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
  /** Set only if it is not the state of the port or city. */
  state: string | null
  zip: string | null
  kind: 'ocean_terminal' | 'rail'
  /** SCAC of the railroad that operates the ramp. */
  railroad: string | null
  reports: Reporting
  /** The charge for each day after the last free day, in the local currency. */
  demurragePerDay: number
  /** The additional charge for each day of a long stay. 0 at most terminals. */
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
const BASICS: Reporting = { ...EVERYTHING, appointment: false, yardSpot: false }
const REPORTS = new Map<string, Reporting>([
  ['everything', EVERYTHING],
  ['no fees', { ...EVERYTHING, fees: false }],
  ['no last free day', { ...EVERYTHING, lastFreeDay: false, appointment: false }],
  ['basics', BASICS],
  [
    'nothing',
    { availability: false, lastFreeDay: false, holds: false, fees: false, appointment: false, yardSpot: false },
  ],
])

/** Columns: key, port, name, nickname, FIRMS code, SMDG code, demurrage per day, dwell charge per day, reports. */
const OCEAN_TERMINALS = `
pier-400         | USLAX | APM Terminals Pier 400 Los Angeles       | APMT Pier 400  | W185 |     | 275 | 100 | everything
fenix            | USLAX | Fenix Marine Services                    | FMS            |      |     | 265 |     | everything
everport-la      | USLAX | Everport Terminal Services Los Angeles   | Everport LA    |      |     | 250 | 85  | everything
yusen            | USLAX | Yusen Terminals Los Angeles              | YTI            | Y790 |     | 260 |     | everything
trapac-la        | USLAX | TraPac Los Angeles                       | TraPac LA      | Y258 |     | 245 |     | everything
lbct             | USLGB | Long Beach Container Terminal            | LBCT           |      |     | 270 | 90  | everything
tti              | USLGB | Total Terminals International            | TTI            |      |     | 255 |     | no fees
its              | USLGB | International Transportation Service     | ITS            | Y309 |     | 250 |     | everything
pier-c           | USLGB | SSA Terminals Pier C                     | SSA C60        |      |     | 240 |     | no last free day
pier-j           | USLGB | Pacific Container Terminal               | PCT            |      |     | 240 |     | nothing
oict             | USOAK | Oakland International Container Terminal | OICT           |      |     | 230 | 75  | everything
t18              | USSEA | SSA Terminal 18                          | T18            |      |     | 220 |     | basics
wut              | USTIW | Washington United Terminals              | WUT            |      |     | 215 |     | everything
husky            | USTIW | Husky Terminal                           | Husky          |      |     | 210 |     | nothing
centerm          | CAVAN | DP World Vancouver Centerm               | Centerm        |      |     | 185 |     | basics
deltaport        | CAVAN | GCT Deltaport                            | Deltaport      |      |     | 190 |     | basics
fairview         | CAPRR | DP World Prince Rupert Fairview          | Fairview       |      |     | 180 |     | nothing
maher            | USNYC | Maher Terminals                          | Maher          |      |     | 320 |     | everything
apmt-elizabeth   | USNYC | APM Terminals Elizabeth                  | APMT Elizabeth |      |     | 310 |     | everything
port-liberty     | USNYC | Port Liberty Bayonne                     | PL Bayonne     |      |     | 300 |     | no last free day
nit              | USORF | Norfolk International Terminals          | NIT            |      |     | 240 |     | basics
vig              | USORF | Virginia International Gateway           | VIG            |      |     | 245 |     | everything
garden-city      | USSAV | Garden City Terminal                     | GCT            |      |     | 235 |     | no fees
north-charleston | USCHS | North Charleston Terminal                | NCT            |      |     | 225 |     | basics
south-florida    | USMIA | South Florida Container Terminal         | SFCT           |      |     | 210 |     | no fees
bayport          | USHOU | Bayport Container Terminal               | Bayport        |      |     | 225 |     | everything
halifax          | CAHAL | PSA Halifax Atlantic Hub                 | PSA Halifax    |      |     | 175 |     | basics
rwg              | NLRTM | Rotterdam World Gateway                  | RWG            |      | RWG | 95  |     | basics
maasvlakte       | NLRTM | Hutchison Ports ECT Delta                | ECT Delta      |      |     | 90  |     | no last free day
altenwerder      | DEHAM | HHLA Container Terminal Altenwerder      | CTA            |      | CTA | 85  |     | basics
burchardkai      | DEHAM | HHLA Container Terminal Burchardkai      | CTB            |      | CTB | 85  |     | basics
mpet             | BEANR | MSC PSA European Terminal                | MPET           |      |     | 80  |     | nothing
`

/** Key, street, city, state if it is not the port's, ZIP code. */
const ADDRESSES = `
pier-400         | 2500 Navy Way                            | San Pedro        |    | 90731
fenix            | 614 Terminal Way                         | San Pedro        |    | 90731
everport-la      | 389 Terminal Island Way                  | San Pedro        |    | 90731
yusen            | 701 New Dock Street                      | San Pedro        |    | 90731
trapac-la        | 630 W Harry Bridges Blvd                 | Wilmington       |    | 90744
lbct             | 201 S Pico Ave                           | Long Beach       |    | 90802
tti              | 301 Mediterranean Way                    | Long Beach       |    | 90802
its              | 1281 Pier G Way                          | Long Beach       |    | 90802
pier-c           |                                          | Long Beach       |    |
pier-j           | 1521 Pier J Ave                          | Long Beach       |    | 90802
oict             | 1717 Middle Harbor Rd                    | Oakland          |    | 94607
t18              | 2400 11th Ave SW                         | Seattle          |    | 98134
wut              | 1815 Port of Tacoma Rd                   | Tacoma           |    | 98421
husky            | 1101 Port of Tacoma Rd                   | Tacoma           |    | 98421
centerm          |                                          | Vancouver        |    |
deltaport        | 2 Roberts Bank Way                       | Delta            |    |
fairview         |                                          | Prince Rupert    |    |
maher            | 1210 Corbin St                           | Elizabeth        | NJ | 07201
apmt-elizabeth   | 5080 McLester St                         | Elizabeth        | NJ | 07207
port-liberty     | 302 Port Jersey Blvd                     | Jersey City      | NJ | 07305
nit              | 7737 Hampton Blvd                        | Norfolk          |    | 23505
vig              | 1000 Virginia International Gateway Blvd | Portsmouth       |    | 23703
garden-city      | 2 Main St                                | Garden City      |    | 31408
north-charleston |                                          | North Charleston |    |
south-florida    | 2299 Port Blvd                           | Miami            |    | 33132
bayport          | 12619 Port Rd                            | Seabrook         |    | 77586
halifax          |                                          | Halifax          |    |
rwg              |                                          | Rotterdam        |    |
maasvlakte       |                                          | Rotterdam        |    |
altenwerder      |                                          | Hamburg          |    |
burchardkai      |                                          | Hamburg          |    |
mpet             |                                          | Antwerp          |    |
`

const addresses = new Map(parseRows(ADDRESSES).map(([key, ...address]) => [key, address]))

function parseOceanTerminal(row: string[]): Terminal {
  const [key = '', locode = '', name = '', nickname = '', firmsCode, smdgCode, demurrage, dwell, reported = ''] = row
  const [street, city = '', state, zip] = addresses.get(key) ?? []
  const reports = REPORTS.get(reported)
  if (!reports) throw new Error(`The table has no "${reported}", which ${key} reports.`)
  return {
    key,
    locode,
    name,
    nickname,
    firmsCode: firmsCode || null,
    smdgCode: smdgCode || null,
    street: street || null,
    city,
    state: state || null,
    zip: zip || null,
    kind: 'ocean_terminal',
    railroad: null,
    reports,
    demurragePerDay: Number(demurrage),
    dwellPerDay: Number(dwell),
  }
}

const NO_ADDRESS = { firmsCode: null, smdgCode: null, street: null, state: null, zip: null }

function createRamp(
  key: string,
  locode: string,
  railroad: string,
  name: string,
  nickname: string,
  city: string,
): Terminal {
  const demurragePerDay = locode.startsWith('CA') ? 150 : 125
  const names = { key, locode, name, nickname, city, railroad }
  return { ...NO_ADDRESS, ...names, kind: 'rail', reports: BASICS, demurragePerDay, dwellPerDay: 0 }
}

export const TERMINALS: readonly Terminal[] = [
  ...parseRows(OCEAN_TERMINALS).map(parseOceanTerminal),
  createRamp('bnsf-elwood', 'USCHI', 'BNSF', 'BNSF Logistics Park Chicago', 'BNSF LPC', 'Elwood'),
  createRamp('up-joliet', 'USCHI', 'UPRR', 'UP Global IV', 'UP G4', 'Joliet'),
  createRamp('cn-harvey', 'USCHI', 'CNRU', 'CN Gateway Terminal Chicago', 'CN Harvey', 'Harvey'),
  createRamp('ns-landers', 'USCHI', 'NSRR', 'NS Landers Yard', 'NS Landers', 'Chicago'),
  createRamp('csx-bedford', 'USCHI', 'CSXT', 'CSX Bedford Park', 'CSX 59th', 'Bedford Park'),
  createRamp('bnsf-memphis', 'USMEM', 'BNSF', 'BNSF Memphis Intermodal Facility', 'BNSF Memphis', 'Memphis'),
  createRamp('ns-rossville', 'USMEM', 'NSRR', 'NS Rossville Intermodal', 'NS Rossville', 'Rossville'),
  createRamp('bnsf-alliance', 'USDAL', 'BNSF', 'BNSF Alliance Intermodal Facility', 'BNSF Alliance', 'Haslet'),
  createRamp('up-dallas', 'USDAL', 'UPRR', 'UP Dallas Intermodal Terminal', 'UP DIT', 'Wilmer'),
  {
    ...createRamp('bnsf-edgerton', 'USMKC', 'BNSF', 'BNSF Logistics Park Kansas City', 'BNSF LPKC', 'Edgerton'),
    state: 'KS',
  },
  createRamp('cpkc-shoreham', 'USMES', 'CPRS', 'CPKC Shoreham Yard', 'CPKC Shoreham', 'Minneapolis'),
  createRamp('bnsf-denver', 'USDEN', 'BNSF', 'BNSF Denver Intermodal Facility', 'BNSF Denver', 'Denver'),
  createRamp('csx-fairburn', 'USATL', 'CSXT', 'CSX Fairburn', 'CSX Fairburn', 'Fairburn'),
  createRamp('ns-austell', 'USATL', 'NSRR', 'NS Austell', 'NS Austell', 'Austell'),
  createRamp('ns-rickenbacker', 'USCMH', 'NSRR', 'NS Rickenbacker', 'NS Rickenbacker', 'Columbus'),
  createRamp('csx-columbus', 'USCMH', 'CSXT', 'CSX Columbus Buckeye', 'CSX Columbus', 'Columbus'),
  createRamp('cn-detroit', 'USDET', 'CNRU', 'CN Detroit Moterm', 'CN Detroit', 'Ferndale'),
  createRamp('csx-louisville', 'USLUI', 'CSXT', 'CSX Louisville', 'CSX Louisville', 'Louisville'),
  createRamp('cn-brampton', 'CATOR', 'CNRU', 'CN Brampton Intermodal Terminal', 'CN Brampton', 'Brampton'),
  createRamp('cpkc-vaughan', 'CATOR', 'CPRS', 'CPKC Vaughan Intermodal Facility', 'CPKC Vaughan', 'Kleinburg'),
  createRamp('cn-taschereau', 'CAMTR', 'CNRU', 'CN Taschereau Yard', 'CN Taschereau', 'Montreal'),
  createRamp('cpkc-shepard', 'CACAL', 'CPRS', 'CPKC Shepard', 'CPKC Shepard', 'Calgary'),
  createRamp('cn-edmonton', 'CAEDM', 'CNRU', 'CN Edmonton Intermodal', 'CN Edmonton', 'Edmonton'),
]

const byKey = new Map(TERMINALS.map((terminal) => [terminal.key, terminal]))

export function findTerminal(key: string): Terminal {
  const terminal = byKey.get(key)
  if (!terminal) throw new Error(`No terminal ${key} in the tables.`)
  return terminal
}
