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

const ships = (list: string): Vessel[] =>
  list.split(', ').map((entry) => {
    const cut = entry.lastIndexOf(' ')
    return { name: entry.slice(0, cut), imo: entry.slice(cut + 1) }
  })

const PACIFIC_SOUTHWEST: readonly LinerService[] = [
  {
    name: 'Pacific South', lines: ['EGLV', 'CMDU', 'COSU', 'OOLU'], weekday: 1, maxDelayHours: 12, heading: 'E',
    loads: [{ locode: 'CNYTN', day: 0 }, { locode: 'HKHKG', day: 1.4 }, { locode: 'TWKHH', day: 3 }],
    discharges: [{ locode: 'USLAX', day: 16.3, terminal: 'everport-la' }, { locode: 'USOAK', day: 20.8, terminal: 'oict' }],
    vessels: ships('EVER LUCENT 9604196, EVER LIBERAL 9604184, EVER LAMBENT 9595448, EVER LEADING 9595503, EVER LIFTING 9629110, EVER SUMMIT 9300398, EVER STEADY 9300403'),
  },
  {
    name: 'Pacific Central', lines: ['OOLU', 'COSU', 'CMDU', 'EGLV'], weekday: 4, maxDelayHours: 12, heading: 'E',
    loads: [{ locode: 'CNNGB', day: 0 }, { locode: 'CNSHA', day: 2.1 }],
    discharges: [{ locode: 'USLGB', day: 15.2, terminal: 'lbct' }, { locode: 'USSEA', day: 20.4, terminal: 't18' }],
    vessels: ships('OOCL BERLIN 9622590, OOCL BRUSSELS 9622588, OOCL CHONGQING 9622605, OOCL BANGKOK 9622617, OOCL KOREA 9627978, OOCL SINGAPORE 9627980, OOCL MALAYSIA 9627992'),
  },
  {
    name: 'Vietnam and China Express', lines: ['APLU', 'CMDU'], weekday: 6, maxDelayHours: 14, heading: 'E',
    loads: [{ locode: 'VNVUT', day: 0 }, { locode: 'CNNGB', day: 5.2 }, { locode: 'CNSHA', day: 7 }],
    discharges: [{ locode: 'USLAX', day: 20.2, terminal: 'fenix' }],
    vessels: ships('APL MERLION 9632040, APL RAFFLES 9631967, APL VANDA 9631979, APL TEMASEK 9631955, APL CHANGI 9631981, APL FULLERTON 9632026, APL SENTOSA 9632002'),
  },
  {
    name: 'Pacific Five', lines: ['ONEY', 'HDMU', 'YMLU'], weekday: 2, maxDelayHours: 12, heading: 'E',
    loads: [{ locode: 'CNNGB', day: 0 }, { locode: 'CNSHA', day: 1.9 }, { locode: 'KRPUS', day: 4.4 }],
    discharges: [{ locode: 'USLAX', day: 15.1, terminal: 'yusen' }, { locode: 'USOAK', day: 19.6, terminal: 'oict' }],
    vessels: ships('ONE APUS 9806079, ONE AQUILA 9806081, ONE GRUS 9806043, ONE CYGNUS 9806055, ONE COLUMBA 9806067, ONE STORK 9757187, ONE MINATO 9757199'),
  },
  {
    name: 'Japan Direct', lines: ['ONEY', 'YMLU'], weekday: 5, maxDelayHours: 10, heading: 'E',
    loads: [{ locode: 'JPUKB', day: 0 }, { locode: 'JPTYO', day: 2.2 }],
    discharges: [{ locode: 'USLAX', day: 12.4, terminal: 'trapac-la' }],
    vessels: ships('ONE CRANE 9805453, ONE IBIS 9741401, ONE HENRY HUDSON 9302176, ONE HAMBURG 9302140, ONE OLYMPUS 9312987'),
  },
  {
    name: 'Sequoia', lines: ['MSCU', 'ZIMU'], weekday: 0, maxDelayHours: 14, heading: 'E',
    loads: [{ locode: 'CNNGB', day: 0 }, { locode: 'CNSHA', day: 2 }, { locode: 'KRPUS', day: 4.1 }],
    discharges: [{ locode: 'USLGB', day: 15.4, terminal: 'tti' }],
    vessels: ships('MSC DANIT 9404649, MSC CAMILLE 9404651, MSC SONIA 9404663, MSC BEATRICE 9399014, MSC DEILA 9618290'),
  },
  {
    name: 'Transpacific Six', lines: ['MAEU', 'HLCU'], weekday: 3, maxDelayHours: 12, heading: 'E',
    loads: [{ locode: 'VNVUT', day: 0 }, { locode: 'CNYTN', day: 3.2 }, { locode: 'CNNGB', day: 6 }],
    discharges: [{ locode: 'USLAX', day: 19.5, terminal: 'pier-400' }],
    vessels: ships('GERD MAERSK 9320233, GUDRUN MAERSK 9302877, GUNVOR MAERSK 9302891, GUNDE MAERSK 9359002, MAERSK ESSEN 9456757, MAERSK ELBA 9458078, MAERSK EVORA 9458080'),
  },
  {
    name: 'China Long Beach Express', lines: ['MATS'], weekday: 2, maxDelayHours: 8, heading: 'E',
    loads: [{ locode: 'CNNGB', day: 0 }, { locode: 'CNSHA', day: 1.6 }],
    discharges: [{ locode: 'USLGB', day: 12.2, terminal: 'pier-c' }],
    vessels: ships('DANIEL K. INOUYE 9719056, KAIMANA HILA 9719068, LURLINE 9814600, MATSONIA 9814612, MANULANI 9273674'),
  },
  {
    name: 'Asia America Seven', lines: ['WHLC'], weekday: 4, maxDelayHours: 18, heading: 'E',
    loads: [{ locode: 'CNYTN', day: 0 }, { locode: 'TWKHH', day: 2 }],
    discharges: [{ locode: 'USLGB', day: 17.3, terminal: 'its' }],
    vessels: ships('WAN HAI 512 9493262, WAN HAI 515 9493298, WAN HAI 612 9326433, WAN HAI 613 9326445'),
  },
  {
    name: 'China Pacific', lines: ['SMLM'], weekday: 5, maxDelayHours: 18, heading: 'E',
    loads: [{ locode: 'CNNGB', day: 0 }, { locode: 'CNSHA', day: 1.8 }, { locode: 'KRPUS', day: 4 }],
    discharges: [{ locode: 'USLGB', day: 15, terminal: 'pier-j' }],
    vessels: ships('SM SHANGHAI 9312779, SM QINGDAO 9312781, SM BUSAN 9312767, SM PORTLAND 9312793, SM LONG BEACH 9312808'),
  },
]

const PACIFIC_NORTHWEST: readonly LinerService[] = [
  {
    name: 'Pacific Northwest', lines: ['HDMU', 'ONEY', 'YMLU'], weekday: 6, maxDelayHours: 14, heading: 'E',
    loads: [{ locode: 'TWKHH', day: 0 }, { locode: 'CNSHA', day: 3 }, { locode: 'KRPUS', day: 5.2 }],
    discharges: [{ locode: 'USTIW', day: 15.6, terminal: 'wut' }, { locode: 'CAVAN', day: 18.9, terminal: 'centerm' }],
    vessels: ships('HYUNDAI PRIDE 9637222, HYUNDAI HOPE 9637234, HYUNDAI DREAM 9637246, HYUNDAI DRIVE 9637258, HYUNDAI VICTORY 9637260'),
  },
  {
    name: 'Puget Sound', lines: ['ZIMU', 'MSCU'], weekday: 3, maxDelayHours: 14, heading: 'E',
    loads: [{ locode: 'CNYTN', day: 0 }, { locode: 'CNSHA', day: 4 }],
    discharges: [{ locode: 'USTIW', day: 17.1, terminal: 'husky' }],
    vessels: ships('ZIM ROTTERDAM 9398448, ZIM ANTWERP 9398450, ZIM LONDON 9398436, ZIM SAN DIEGO 9389693, ZIM LOS ANGELES 9389708'),
  },
  {
    name: 'Canada Pacific', lines: ['COSU', 'OOLU', 'CMDU', 'EGLV'], weekday: 1, maxDelayHours: 30, heading: 'E',
    loads: [{ locode: 'CNTAO', day: 0 }, { locode: 'CNSHA', day: 2 }],
    discharges: [{ locode: 'CAPRR', day: 14.4, terminal: 'fairview' }, { locode: 'CAVAN', day: 17.2, terminal: 'deltaport' }],
    vessels: ships('COSCO DEVELOPMENT 9472141, COSCO PRIDE 9472127, COSCO FORTUNE 9472153, COSCO HOPE 9472165, COSCO EXCELLENCE 9472189, COSCO GLORY 9466245'),
  },
]

const ATLANTIC: readonly LinerService[] = [
  {
    name: 'South Atlantic Express', lines: ['CMDU', 'COSU', 'OOLU', 'EGLV', 'APLU'], weekday: 5, maxDelayHours: 96, heading: 'E',
    loads: [{ locode: 'CNYTN', day: 0 }, { locode: 'CNNGB', day: 3.1 }, { locode: 'CNSHA', day: 5 }, { locode: 'KRPUS', day: 7.3 }],
    discharges: [{ locode: 'USNYC', day: 32.2, terminal: 'port-liberty' }, { locode: 'USORF', day: 35, terminal: 'vig' }, { locode: 'USSAV', day: 37.4, terminal: 'garden-city' }],
    vessels: ships('CMA CGM G. WASHINGTON 9780859, CMA CGM T. JEFFERSON 9780861, CMA CGM J. ADAMS 9780847, CMA CGM A. LINCOLN 9780873, CMA CGM J. MADISON 9780885, EVER FAR 9850549, EVER FORWARD 9850551'),
  },
  {
    name: 'East Coast Three', lines: ['YMLU', 'ONEY', 'HDMU'], weekday: 0, maxDelayHours: 90, heading: 'E',
    loads: [{ locode: 'VNVUT', day: 0 }, { locode: 'CNYTN', day: 3.4 }, { locode: 'CNSHA', day: 6.8 }, { locode: 'KRPUS', day: 9 }],
    discharges: [{ locode: 'USSAV', day: 33.5, terminal: 'garden-city' }, { locode: 'USCHS', day: 35.2, terminal: 'north-charleston' }, { locode: 'USNYC', day: 38, terminal: 'maher' }],
    vessels: ships('YM WORLD 9684641, YM WISH 9684653, YM WORTH 9704611, YM WITNESS 9704609, YM WELLHEAD 9704623, YM WIDTH 9708435, YM WELLNESS 9704635'),
  },
  {
    name: 'Gulf of Mexico Express', lines: ['COSU', 'OOLU', 'CMDU'], weekday: 3, maxDelayHours: 80, heading: 'E',
    loads: [{ locode: 'CNXMN', day: 0 }, { locode: 'CNNGB', day: 3 }, { locode: 'CNSHA', day: 5 }],
    discharges: [{ locode: 'USHOU', day: 33.4, terminal: 'bayport' }],
    vessels: ships('OOCL FRANCE 9622629, OOCL POLAND 9622576, OOCL EGYPT 9622631, COSCO FAITH 9472177, COSCO HARMONY 9472191'),
  },
  {
    name: 'Indus Express', lines: ['HLCU', 'MAEU'], weekday: 2, maxDelayHours: 96, heading: 'W',
    loads: [{ locode: 'INMUN', day: 0 }, { locode: 'INNSA', day: 2.2 }, { locode: 'LKCMB', day: 5 }],
    discharges: [{ locode: 'USNYC', day: 33, terminal: 'apmt-elizabeth' }, { locode: 'USSAV', day: 36.1, terminal: 'garden-city' }, { locode: 'USHOU', day: 40, terminal: 'bayport' }],
    vessels: ships('NEW YORK EXPRESS 9501332, BASLE EXPRESS 9501344, HONG KONG EXPRESS 9501356, SHANGHAI EXPRESS 9501368, ESSEN EXPRESS 9501370, ANTWERPEN EXPRESS 9501382, LEVERKUSEN EXPRESS 9613018'),
  },
  {
    name: 'North Atlantic One', lines: ['HLCU', 'MAEU', 'OOLU'], weekday: 4, maxDelayHours: 48, heading: 'W',
    loads: [{ locode: 'DEHAM', day: 0 }, { locode: 'NLRTM', day: 2.3 }, { locode: 'BEANR', day: 3.6 }, { locode: 'GBLGP', day: 5 }],
    discharges: [{ locode: 'CAHAL', day: 12.4, terminal: 'halifax' }, { locode: 'USNYC', day: 14.8, terminal: 'maher' }, { locode: 'USORF', day: 17, terminal: 'nit' }],
    vessels: ships('CHICAGO EXPRESS 9295268, KYOTO EXPRESS 9295256, COLOMBO EXPRESS 9295244, BREMEN EXPRESS 9343728, TSINGTAO EXPRESS 9320702'),
  },
  {
    name: 'Mediterranean America', lines: ['CMDU', 'COSU', 'MSCU'], weekday: 6, maxDelayHours: 48, heading: 'W',
    loads: [{ locode: 'ITSPE', day: 0 }, { locode: 'ITGOA', day: 1.1 }, { locode: 'ESVLC', day: 3 }, { locode: 'ESALG', day: 4.6 }],
    discharges: [{ locode: 'USNYC', day: 14.2, terminal: 'maher' }, { locode: 'USORF', day: 16.2, terminal: 'nit' }, { locode: 'USMIA', day: 19, terminal: 'south-florida' }],
    vessels: ships('CMA CGM LIBRA 9399193, CMA CGM THALASSA 9356294, CMA CGM MARCO POLO 9454436, CMA CGM JULES VERNE 9454450, CMA CGM ALEXANDER VON HUMBOLDT 9454448'),
  },
]

const EUROPE: readonly LinerService[] = [
  {
    name: 'Far East Europe One', lines: ['OOLU', 'COSU', 'CMDU', 'EGLV'], weekday: 1, maxDelayHours: 90, heading: 'W',
    loads: [{ locode: 'CNSHA', day: 0 }, { locode: 'CNNGB', day: 2 }, { locode: 'CNYTN', day: 5 }, { locode: 'SGSIN', day: 9.5 }],
    discharges: [{ locode: 'NLRTM', day: 37, terminal: 'maasvlakte' }, { locode: 'DEHAM', day: 40.2, terminal: 'burchardkai' }],
    vessels: ships('OOCL HONG KONG 9776171, OOCL GERMANY 9776183, OOCL JAPAN 9776195, OOCL UNITED KINGDOM 9776200, OOCL SCANDINAVIA 9776212, OOCL INDONESIA 9776224, COSCO SHIPPING UNIVERSE 9795610, COSCO SHIPPING NEBULA 9795622'),
  },
  {
    name: 'Swan', lines: ['MSCU'], weekday: 3, maxDelayHours: 80, heading: 'W',
    loads: [{ locode: 'CNTAO', day: 0 }, { locode: 'CNSHA', day: 2.4 }, { locode: 'CNYTN', day: 5.4 }],
    discharges: [{ locode: 'BEANR', day: 37.5, terminal: 'mpet' }],
    vessels: ships('MSC GULSUN 9839430, MSC SAMAR 9839442, MSC LENI 9839454, MSC MIA 9839466, MSC FEBE 9839478, MSC AMBRA 9839480, MSC OSCAR 9703291, MSC ZOE 9703318'),
  },
  {
    name: 'Far East Europe Three', lines: ['HDMU', 'ONEY', 'YMLU'], weekday: 5, maxDelayHours: 72, heading: 'W',
    loads: [{ locode: 'KRPUS', day: 0 }, { locode: 'CNSHA', day: 2.2 }, { locode: 'CNNGB', day: 4 }, { locode: 'SGSIN', day: 10 }],
    discharges: [{ locode: 'NLRTM', day: 38.3, terminal: 'rwg' }, { locode: 'DEHAM', day: 41, terminal: 'altenwerder' }],
    vessels: ships('HMM ALGECIRAS 9863297, HMM COPENHAGEN 9863302, HMM DUBLIN 9863314, HMM GDANSK 9863326, HMM HAMBURG 9863338, HMM HELSINKI 9863340, HMM OSLO 9868314, HMM ROTTERDAM 9868340'),
  },
]

export const SERVICES: readonly LinerService[] = [...PACIFIC_SOUTHWEST, ...PACIFIC_NORTHWEST, ...ATLANTIC, ...EUROPE]

/** Ships that bring cargo from a port no service calls at to one where it is loaded on to the ocean ship. */
export const CONNECTING_VESSELS: readonly Vessel[] = ships(
  'SM NINGBO 9395927, SM YANTIAN 9395939, SM TIANJIN 9395941, SM MUMBAI 9395953, YM UNIFORMITY 9462706, YM UNANIMITY 9462718, YM UPSURGENCE 9462720, YM UTMOST 9302633, APL SALALAH 9462017',
)

/** `feeder`: a short hop sold as part of the voyage; `transshipment`: a voyage of its own from the port of lading. */
export type Connection = { from: string; hub: string; days: number; kind: 'feeder' | 'transshipment' }

export const CONNECTIONS: readonly Connection[] = [
  { from: 'VNSGN', hub: 'VNVUT', days: 0.7, kind: 'feeder' },
  { from: 'THLCH', hub: 'VNVUT', days: 2.6, kind: 'transshipment' },
  { from: 'KHKOS', hub: 'VNVUT', days: 2.8, kind: 'transshipment' },
  { from: 'VNHPH', hub: 'CNYTN', days: 2.4, kind: 'transshipment' },
  { from: 'PHMNL', hub: 'TWKHH', days: 2.2, kind: 'transshipment' },
  { from: 'CNTXG', hub: 'KRPUS', days: 2.9, kind: 'transshipment' },
  { from: 'CNDLC', hub: 'KRPUS', days: 2.3, kind: 'transshipment' },
  { from: 'IDJKT', hub: 'SGSIN', days: 2.5, kind: 'transshipment' },
  { from: 'BDCGP', hub: 'SGSIN', days: 5.5, kind: 'transshipment' },
  { from: 'BDCGP', hub: 'LKCMB', days: 5, kind: 'transshipment' },
  { from: 'INMAA', hub: 'LKCMB', days: 2.2, kind: 'transshipment' },
  { from: 'SEGOT', hub: 'DEHAM', days: 1.8, kind: 'feeder' },
  { from: 'PLGDN', hub: 'DEHAM', days: 2.4, kind: 'feeder' },
  { from: 'FRLEH', hub: 'NLRTM', days: 1.3, kind: 'feeder' },
  { from: 'TRIST', hub: 'ITGOA', days: 4.8, kind: 'transshipment' },
]
