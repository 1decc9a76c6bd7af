// The ports and inland cities of the world, with UN/LOCODE, IANA zone, and coordinates in degrees.

export type Place = {
  locode: string
  name: string
  /** The code of a state or province. Null outside of the United States and Canada. */
  state: string | null
  zone: string
  latitude: number
  longitude: number
  /** Whether it is a city that containers reach by rail. As a destination it is a metro area. */
  isInland: boolean
}

/** The full names of states and provinces, for addresses. */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  NS: 'Nova Scotia',
  ON: 'Ontario',
  QC: 'Quebec',
  CA: 'California',
  CO: 'Colorado',
  FL: 'Florida',
  GA: 'Georgia',
  IL: 'Illinois',
  KS: 'Kansas',
  KY: 'Kentucky',
  MI: 'Michigan',
  MN: 'Minnesota',
  MO: 'Missouri',
  NJ: 'New Jersey',
  NY: 'New York',
  OH: 'Ohio',
  SC: 'South Carolina',
  TN: 'Tennessee',
  TX: 'Texas',
  VA: 'Virginia',
  WA: 'Washington',
}

export const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  US: 'United States',
  CA: 'Canada',
  NL: 'Netherlands',
  DE: 'Germany',
  BE: 'Belgium',
}

type Row = readonly [locode: string, name: string, zone: string, latitude: number, longitude: number, state?: string]

const SEAPORTS: readonly Row[] = [
  ['USLAX', 'Los Angeles', 'America/Los_Angeles', 33.7395, -118.2596, 'CA'],
  ['USLGB', 'Long Beach', 'America/Los_Angeles', 33.7542, -118.2165, 'CA'],
  ['USOAK', 'Oakland', 'America/Los_Angeles', 37.7955, -122.3097, 'CA'],
  ['USSEA', 'Seattle', 'America/Los_Angeles', 47.5806, -122.3585, 'WA'],
  ['USTIW', 'Tacoma', 'America/Los_Angeles', 47.2676, -122.4101, 'WA'],
  ['CAVAN', 'Vancouver', 'America/Vancouver', 49.2888, -123.0711, 'BC'],
  ['CAPRR', 'Prince Rupert', 'America/Vancouver', 54.2945, -130.3542, 'BC'],
  ['USNYC', 'New York', 'America/New_York', 40.6683, -74.1435, 'NY'],
  ['USORF', 'Norfolk', 'America/New_York', 36.9172, -76.3283, 'VA'],
  ['USSAV', 'Savannah', 'America/New_York', 32.1287, -81.1405, 'GA'],
  ['USCHS', 'Charleston', 'America/New_York', 32.8327, -79.8994, 'SC'],
  ['USMIA', 'Miami', 'America/New_York', 25.7742, -80.166, 'FL'],
  ['USHOU', 'Houston', 'America/Chicago', 29.6829, -94.9877, 'TX'],
  ['CAHAL', 'Halifax', 'America/Halifax', 44.6265, -63.5604, 'NS'],
  ['NLRTM', 'Rotterdam', 'Europe/Amsterdam', 51.9581, 4.0497],
  ['DEHAM', 'Hamburg', 'Europe/Berlin', 53.533, 9.927],
  ['BEANR', 'Antwerp', 'Europe/Brussels', 51.2797, 4.301],
  ['DEBRV', 'Bremerhaven', 'Europe/Berlin', 53.5916, 8.5333],
  ['GBLGP', 'London Gateway', 'Europe/London', 51.5035, 0.4865],
  ['FRLEH', 'Le Havre', 'Europe/Paris', 49.4694, 0.159],
  ['SEGOT', 'Gothenburg', 'Europe/Stockholm', 57.6883, 11.8534],
  ['PLGDN', 'Gdansk', 'Europe/Warsaw', 54.3833, 18.7167],
  ['ITGOA', 'Genoa', 'Europe/Rome', 44.4035, 8.9101],
  ['ITSPE', 'La Spezia', 'Europe/Rome', 44.106, 9.8423],
  ['ESVLC', 'Valencia', 'Europe/Madrid', 39.4434, -0.3163],
  ['ESALG', 'Algeciras', 'Europe/Madrid', 36.1333, -5.4333],
  ['TRIST', 'Istanbul', 'Europe/Istanbul', 40.9673, 28.6875],
  ['CNSHA', 'Shanghai', 'Asia/Shanghai', 30.6262, 122.0647],
  ['CNNGB', 'Ningbo', 'Asia/Shanghai', 29.9361, 121.8822],
  ['CNYTN', 'Yantian', 'Asia/Shanghai', 22.5741, 114.2737],
  ['CNXMN', 'Xiamen', 'Asia/Shanghai', 24.4556, 118.0716],
  ['CNTAO', 'Qingdao', 'Asia/Shanghai', 36.0104, 120.2106],
  ['CNTXG', 'Xingang', 'Asia/Shanghai', 38.9723, 117.7873],
  ['CNDLC', 'Dalian', 'Asia/Shanghai', 39.0086, 121.8955],
  ['HKHKG', 'Hong Kong', 'Asia/Hong_Kong', 22.3397, 114.1269],
  ['TWKHH', 'Kaohsiung', 'Asia/Taipei', 22.5574, 120.316],
  ['KRPUS', 'Busan', 'Asia/Seoul', 35.0776, 128.8318],
  ['JPTYO', 'Tokyo', 'Asia/Tokyo', 35.6109, 139.7797],
  ['JPUKB', 'Kobe', 'Asia/Tokyo', 34.6788, 135.2213],
  ['VNVUT', 'Vung Tau', 'Asia/Ho_Chi_Minh', 10.5385, 107.0317],
  ['VNSGN', 'Ho Chi Minh City', 'Asia/Ho_Chi_Minh', 10.7649, 106.79],
  ['VNHPH', 'Haiphong', 'Asia/Ho_Chi_Minh', 20.842, 106.766],
  ['THLCH', 'Laem Chabang', 'Asia/Bangkok', 13.0827, 100.8833],
  ['KHKOS', 'Sihanoukville', 'Asia/Phnom_Penh', 10.644, 103.5074],
  ['SGSIN', 'Singapore', 'Asia/Singapore', 1.2644, 103.8223],
  ['IDJKT', 'Jakarta', 'Asia/Jakarta', -6.1025, 106.8866],
  ['PHMNL', 'Manila', 'Asia/Manila', 14.6036, 120.9466],
  ['INMUN', 'Mundra', 'Asia/Kolkata', 22.7388, 69.7093],
  ['INNSA', 'Nhava Sheva', 'Asia/Kolkata', 18.9498, 72.9512],
  ['INMAA', 'Chennai', 'Asia/Kolkata', 13.0961, 80.295],
  ['LKCMB', 'Colombo', 'Asia/Colombo', 6.9519, 79.8453],
  ['BDCGP', 'Chattogram', 'Asia/Dhaka', 22.313, 91.8009],
]

const INLAND_CITIES: readonly Row[] = [
  ['USCHI', 'Chicago', 'America/Chicago', 41.85, -87.6501, 'IL'],
  ['USMEM', 'Memphis', 'America/Chicago', 35.1495, -90.049, 'TN'],
  ['USDAL', 'Dallas', 'America/Chicago', 32.7831, -96.8067, 'TX'],
  ['USMKC', 'Kansas City', 'America/Chicago', 39.0997, -94.5786, 'MO'],
  ['USMES', 'Minneapolis', 'America/Chicago', 44.98, -93.2638, 'MN'],
  ['USDEN', 'Denver', 'America/Denver', 39.7392, -104.9847, 'CO'],
  ['USATL', 'Atlanta', 'America/New_York', 33.749, -84.388, 'GA'],
  ['USCMH', 'Columbus', 'America/New_York', 39.9612, -82.9988, 'OH'],
  ['USDET', 'Detroit', 'America/Detroit', 42.3314, -83.0458, 'MI'],
  ['USLUI', 'Louisville', 'America/Kentucky/Louisville', 38.2542, -85.7594, 'KY'],
  ['CATOR', 'Toronto', 'America/Toronto', 43.7001, -79.4163, 'ON'],
  ['CAMTR', 'Montreal', 'America/Toronto', 45.5088, -73.5878, 'QC'],
  ['CACAL', 'Calgary', 'America/Edmonton', 51.0501, -114.0853, 'AB'],
  ['CAEDM', 'Edmonton', 'America/Edmonton', 53.5501, -113.4687, 'AB'],
]

const createPlace =
  (isInland: boolean) =>
  ([locode, name, zone, latitude, longitude, state]: Row): Place => ({
    locode,
    name,
    state: state ?? null,
    zone,
    latitude,
    longitude,
    isInland,
  })

export const PLACES: readonly Place[] = [...SEAPORTS.map(createPlace(false)), ...INLAND_CITIES.map(createPlace(true))]

const byLocode = new Map(PLACES.map((place) => [place.locode, place]))

export function findPlace(locode: string): Place {
  const place = byLocode.get(locode)
  if (!place) throw new Error(`No place ${locode} in the tables.`)
  return place
}

/** Returns the great-circle distance. */
export function computeDistanceKm(from: Place, to: Place): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180
  const [fromLatitude, toLatitude] = [toRadians(from.latitude), toRadians(to.latitude)]
  const half = (toRadians(to.latitude) - toRadians(from.latitude)) / 2
  const halfLongitude = toRadians(to.longitude - from.longitude) / 2
  const square = Math.sin(half) ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * Math.sin(halfLongitude) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(square))
}
