// Container terminals and rail ramps. Codes stand only where they are well known. What a terminal reports and charges
// belongs to this world, not to the real place.

export type Reporting = {
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
  /** Where it is not the state of the port or city it serves. */
  state: string | null
  zip: string | null
  kind: 'ocean_terminal' | 'rail'
  /** SCAC of the railroad that runs the ramp. */
  railroad: string | null
  reports: Reporting
  /** Per day after the last free day, in the money of the country. */
  demurragePerDay: number
  /** Some terminals charge long stays on top of the line's demurrage. */
  dwellPerDay: number
}

const EVERYTHING: Reporting = { availability: true, lastFreeDay: true, holds: true, fees: true, appointment: true, yardSpot: true }
const NOTHING: Reporting = { availability: false, lastFreeDay: false, holds: false, fees: false, appointment: false, yardSpot: false }
const NO_FEES: Reporting = { ...EVERYTHING, fees: false }
const NO_LAST_FREE_DAY: Reporting = { ...EVERYTHING, lastFreeDay: false, appointment: false }
const BASICS: Reporting = { ...EVERYTHING, appointment: false, yardSpot: false }

type Ocean = Pick<Terminal, 'key' | 'locode' | 'name' | 'nickname' | 'city' | 'demurragePerDay'> & Partial<Terminal>

const ocean = (terminal: Ocean): Terminal => ({
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

const ramp = (key: string, locode: string, railroad: string, name: string, nickname: string, city: string): Terminal => ({
  ...ocean({ key, locode, name, nickname, city, demurragePerDay: locode.startsWith('CA') ? 150 : 125 }),
  kind: 'rail',
  railroad,
  reports: BASICS,
})

export const TERMINALS: readonly Terminal[] = [
  ocean({ key: 'pier-400', locode: 'USLAX', name: 'APM Terminals Pier 400 Los Angeles', nickname: 'APMT Pier 400', firmsCode: 'W185', street: '2500 Navy Way', city: 'San Pedro', zip: '90731', demurragePerDay: 275, dwellPerDay: 100 }),
  ocean({ key: 'fenix', locode: 'USLAX', name: 'Fenix Marine Services', nickname: 'FMS', street: '614 Terminal Way', city: 'San Pedro', zip: '90731', demurragePerDay: 265 }),
  ocean({ key: 'everport-la', locode: 'USLAX', name: 'Everport Terminal Services Los Angeles', nickname: 'Everport LA', street: '389 Terminal Island Way', city: 'San Pedro', zip: '90731', demurragePerDay: 250, dwellPerDay: 85 }),
  ocean({ key: 'yusen', locode: 'USLAX', name: 'Yusen Terminals Los Angeles', nickname: 'YTI', firmsCode: 'Y790', street: '701 New Dock Street', city: 'San Pedro', zip: '90731', demurragePerDay: 260 }),
  ocean({ key: 'trapac-la', locode: 'USLAX', name: 'TraPac Los Angeles', nickname: 'TraPac LA', firmsCode: 'Y258', street: '630 W Harry Bridges Blvd', city: 'Wilmington', zip: '90744', demurragePerDay: 245 }),
  ocean({ key: 'lbct', locode: 'USLGB', name: 'Long Beach Container Terminal', nickname: 'LBCT', street: '201 S Pico Ave', city: 'Long Beach', zip: '90802', demurragePerDay: 270, dwellPerDay: 90 }),
  ocean({ key: 'tti', locode: 'USLGB', name: 'Total Terminals International', nickname: 'TTI', street: '301 Mediterranean Way', city: 'Long Beach', zip: '90802', demurragePerDay: 255, reports: NO_FEES }),
  ocean({ key: 'its', locode: 'USLGB', name: 'International Transportation Service', nickname: 'ITS', firmsCode: 'Y309', street: '1281 Pier G Way', city: 'Long Beach', zip: '90802', demurragePerDay: 250 }),
  ocean({ key: 'pier-c', locode: 'USLGB', name: 'SSA Terminals Pier C', nickname: 'SSA C60', city: 'Long Beach', demurragePerDay: 240, reports: NO_LAST_FREE_DAY }),
  ocean({ key: 'pier-j', locode: 'USLGB', name: 'Pacific Container Terminal', nickname: 'PCT', street: '1521 Pier J Ave', city: 'Long Beach', zip: '90802', demurragePerDay: 240, reports: NOTHING }),
  ocean({ key: 'oict', locode: 'USOAK', name: 'Oakland International Container Terminal', nickname: 'OICT', street: '1717 Middle Harbor Rd', city: 'Oakland', zip: '94607', demurragePerDay: 230, dwellPerDay: 75 }),
  ocean({ key: 't18', locode: 'USSEA', name: 'SSA Terminal 18', nickname: 'T18', street: '2400 11th Ave SW', city: 'Seattle', zip: '98134', demurragePerDay: 220, reports: BASICS }),
  ocean({ key: 'wut', locode: 'USTIW', name: 'Washington United Terminals', nickname: 'WUT', street: '1815 Port of Tacoma Rd', city: 'Tacoma', zip: '98421', demurragePerDay: 215 }),
  ocean({ key: 'husky', locode: 'USTIW', name: 'Husky Terminal', nickname: 'Husky', street: '1101 Port of Tacoma Rd', city: 'Tacoma', zip: '98421', demurragePerDay: 210, reports: NOTHING }),
  ocean({ key: 'centerm', locode: 'CAVAN', name: 'DP World Vancouver Centerm', nickname: 'Centerm', city: 'Vancouver', demurragePerDay: 185, reports: BASICS }),
  ocean({ key: 'deltaport', locode: 'CAVAN', name: 'GCT Deltaport', nickname: 'Deltaport', street: '2 Roberts Bank Way', city: 'Delta', demurragePerDay: 190, reports: BASICS }),
  ocean({ key: 'fairview', locode: 'CAPRR', name: 'DP World Prince Rupert Fairview', nickname: 'Fairview', city: 'Prince Rupert', demurragePerDay: 180, reports: NOTHING }),
  ocean({ key: 'maher', locode: 'USNYC', name: 'Maher Terminals', nickname: 'Maher', street: '1210 Corbin St', city: 'Elizabeth', state: 'NJ', zip: '07201', demurragePerDay: 320 }),
  ocean({ key: 'apmt-elizabeth', locode: 'USNYC', name: 'APM Terminals Elizabeth', nickname: 'APMT Elizabeth', street: '5080 McLester St', city: 'Elizabeth', state: 'NJ', zip: '07207', demurragePerDay: 310 }),
  ocean({ key: 'port-liberty', locode: 'USNYC', name: 'Port Liberty Bayonne', nickname: 'PL Bayonne', street: '302 Port Jersey Blvd', city: 'Jersey City', state: 'NJ', zip: '07305', demurragePerDay: 300, reports: NO_LAST_FREE_DAY }),
  ocean({ key: 'nit', locode: 'USORF', name: 'Norfolk International Terminals', nickname: 'NIT', street: '7737 Hampton Blvd', city: 'Norfolk', zip: '23505', demurragePerDay: 240, reports: BASICS }),
  ocean({ key: 'vig', locode: 'USORF', name: 'Virginia International Gateway', nickname: 'VIG', street: '1000 Virginia International Gateway Blvd', city: 'Portsmouth', zip: '23703', demurragePerDay: 245 }),
  ocean({ key: 'garden-city', locode: 'USSAV', name: 'Garden City Terminal', nickname: 'GCT', street: '2 Main St', city: 'Garden City', zip: '31408', demurragePerDay: 235, reports: NO_FEES }),
  ocean({ key: 'north-charleston', locode: 'USCHS', name: 'North Charleston Terminal', nickname: 'NCT', city: 'North Charleston', demurragePerDay: 225, reports: BASICS }),
  ocean({ key: 'south-florida', locode: 'USMIA', name: 'South Florida Container Terminal', nickname: 'SFCT', street: '2299 Port Blvd', city: 'Miami', zip: '33132', demurragePerDay: 210, reports: NO_FEES }),
  ocean({ key: 'bayport', locode: 'USHOU', name: 'Bayport Container Terminal', nickname: 'Bayport', street: '12619 Port Rd', city: 'Seabrook', zip: '77586', demurragePerDay: 225 }),
  ocean({ key: 'halifax', locode: 'CAHAL', name: 'PSA Halifax Atlantic Hub', nickname: 'PSA Halifax', city: 'Halifax', demurragePerDay: 175, reports: BASICS }),
  ocean({ key: 'rwg', locode: 'NLRTM', name: 'Rotterdam World Gateway', nickname: 'RWG', smdgCode: 'RWG', city: 'Rotterdam', demurragePerDay: 95, reports: BASICS }),
  ocean({ key: 'maasvlakte', locode: 'NLRTM', name: 'Hutchison Ports ECT Delta', nickname: 'ECT Delta', city: 'Rotterdam', demurragePerDay: 90, reports: NO_LAST_FREE_DAY }),
  ocean({ key: 'altenwerder', locode: 'DEHAM', name: 'HHLA Container Terminal Altenwerder', nickname: 'CTA', smdgCode: 'CTA', city: 'Hamburg', demurragePerDay: 85, reports: BASICS }),
  ocean({ key: 'burchardkai', locode: 'DEHAM', name: 'HHLA Container Terminal Burchardkai', nickname: 'CTB', smdgCode: 'CTB', city: 'Hamburg', demurragePerDay: 85, reports: BASICS }),
  ocean({ key: 'mpet', locode: 'BEANR', name: 'MSC PSA European Terminal', nickname: 'MPET', city: 'Antwerp', demurragePerDay: 80, reports: NOTHING }),
  ramp('bnsf-elwood', 'USCHI', 'BNSF', 'BNSF Logistics Park Chicago', 'BNSF LPC', 'Elwood'),
  ramp('up-joliet', 'USCHI', 'UPRR', 'UP Global IV', 'UP G4', 'Joliet'),
  ramp('cn-harvey', 'USCHI', 'CNRU', 'CN Gateway Terminal Chicago', 'CN Harvey', 'Harvey'),
  ramp('ns-landers', 'USCHI', 'NSRR', 'NS Landers Yard', 'NS Landers', 'Chicago'),
  ramp('csx-bedford', 'USCHI', 'CSXT', 'CSX Bedford Park', 'CSX 59th', 'Bedford Park'),
  ramp('bnsf-memphis', 'USMEM', 'BNSF', 'BNSF Memphis Intermodal Facility', 'BNSF Memphis', 'Memphis'),
  ramp('ns-rossville', 'USMEM', 'NSRR', 'NS Rossville Intermodal', 'NS Rossville', 'Rossville'),
  ramp('bnsf-alliance', 'USDAL', 'BNSF', 'BNSF Alliance Intermodal Facility', 'BNSF Alliance', 'Haslet'),
  ramp('up-dallas', 'USDAL', 'UPRR', 'UP Dallas Intermodal Terminal', 'UP DIT', 'Wilmer'),
  { ...ramp('bnsf-edgerton', 'USMKC', 'BNSF', 'BNSF Logistics Park Kansas City', 'BNSF LPKC', 'Edgerton'), state: 'KS' },
  ramp('cpkc-shoreham', 'USMES', 'CPRS', 'CPKC Shoreham Yard', 'CPKC Shoreham', 'Minneapolis'),
  ramp('bnsf-denver', 'USDEN', 'BNSF', 'BNSF Denver Intermodal Facility', 'BNSF Denver', 'Denver'),
  ramp('csx-fairburn', 'USATL', 'CSXT', 'CSX Fairburn', 'CSX Fairburn', 'Fairburn'),
  ramp('ns-austell', 'USATL', 'NSRR', 'NS Austell', 'NS Austell', 'Austell'),
  ramp('ns-rickenbacker', 'USCMH', 'NSRR', 'NS Rickenbacker', 'NS Rickenbacker', 'Columbus'),
  ramp('csx-columbus', 'USCMH', 'CSXT', 'CSX Columbus Buckeye', 'CSX Columbus', 'Columbus'),
  ramp('cn-detroit', 'USDET', 'CNRU', 'CN Detroit Moterm', 'CN Detroit', 'Ferndale'),
  ramp('csx-louisville', 'USLUI', 'CSXT', 'CSX Louisville', 'CSX Louisville', 'Louisville'),
  ramp('cn-brampton', 'CATOR', 'CNRU', 'CN Brampton Intermodal Terminal', 'CN Brampton', 'Brampton'),
  ramp('cpkc-vaughan', 'CATOR', 'CPRS', 'CPKC Vaughan Intermodal Facility', 'CPKC Vaughan', 'Kleinburg'),
  ramp('cn-taschereau', 'CAMTR', 'CNRU', 'CN Taschereau Yard', 'CN Taschereau', 'Montreal'),
  ramp('cpkc-shepard', 'CACAL', 'CPRS', 'CPKC Shepard', 'CPKC Shepard', 'Calgary'),
  ramp('cn-edmonton', 'CAEDM', 'CNRU', 'CN Edmonton Intermodal', 'CN Edmonton', 'Edmonton'),
]

const byKey = new Map(TERMINALS.map((terminal) => [terminal.key, terminal]))

export function terminalAt(key: string): Terminal {
  const terminal = byKey.get(key)
  if (!terminal) throw new Error(`No terminal ${key} in the tables.`)
  return terminal
}
