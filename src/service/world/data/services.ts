// Weekly liner services, their vessels, and the connections to their ports. `day` counts from the start of the voyage.
// It is the day of departure from a port of lading, and of arrival at a port of discharge. The vessels are real, the
// services are invented.

export type Vessel = { name: string; imo: string }

export type LoadCall = { locode: string; day: number }
export type DischargeCall = { locode: string; day: number; terminal: string }

export type LinerService = {
  name: string
  /** SCACs of the lines that sell space on it. */
  lines: readonly string[]
  /** The day of the week on which each voyage starts. 0 is Monday. */
  weekday: number
  /** The longest delay of a vessel at sea. */
  maxDelayHours: number
  loads: readonly LoadCall[]
  discharges: readonly DischargeCall[]
  vessels: readonly Vessel[]
  /** The direction letter in its voyage numbers. */
  heading: 'E' | 'W'
}

/** A liner service with its lists as text: `CNYTN 0, HKHKG 1.4`, `USLAX 16.3 everport-la`, `EVER LUCENT 9604196`. */
type ServiceRow = Record<'lines' | 'loads' | 'discharges' | 'vessels', string> &
  Omit<LinerService, 'lines' | 'loads' | 'discharges' | 'vessels'>

function parseService({ lines, loads, discharges, vessels, ...rest }: ServiceRow): LinerService {
  return {
    ...rest,
    lines: lines.split(' '),
    loads: splitEntries(loads).map(([locode = '', day]) => ({ locode, day: Number(day) })),
    discharges: splitEntries(discharges).map(([locode = '', day, terminal = '']) => ({
      locode,
      day: Number(day),
      terminal,
    })),
    vessels: parseVessels(vessels),
  }
}

/** Splits a list at its commas, and each entry into words. */
function splitEntries(list: string): string[][] {
  return list.split(', ').map((entry) => entry.split(' '))
}

function parseVessels(list: string): Vessel[] {
  return splitEntries(list).map((words) => ({ name: words.slice(0, -1).join(' '), imo: words.at(-1) ?? '' }))
}

export const SERVICES: readonly LinerService[] = [
  parseService({
    name: 'Pacific South',
    lines: 'EGLV CMDU COSU OOLU',
    weekday: 1,
    maxDelayHours: 12,
    heading: 'E',
    loads: 'CNYTN 0, HKHKG 1.4, TWKHH 3',
    discharges: 'USLAX 16.3 everport-la, USOAK 20.8 oict',
    vessels:
      'EVER LUCENT 9604196, EVER LIBERAL 9604184, EVER LAMBENT 9595448, EVER LEADING 9595503, EVER LIFTING 9629110, EVER SUMMIT 9300398, EVER STEADY 9300403',
  }),
  parseService({
    name: 'Pacific Central',
    lines: 'OOLU COSU CMDU EGLV',
    weekday: 4,
    maxDelayHours: 12,
    heading: 'E',
    loads: 'CNNGB 0, CNSHA 2.1',
    discharges: 'USLGB 15.2 lbct, USSEA 20.4 t18',
    vessels:
      'OOCL BERLIN 9622590, OOCL BRUSSELS 9622588, OOCL CHONGQING 9622605, OOCL BANGKOK 9622617, OOCL KOREA 9627978, OOCL SINGAPORE 9627980, OOCL MALAYSIA 9627992',
  }),
  parseService({
    name: 'Vietnam and China Express',
    lines: 'APLU CMDU',
    weekday: 6,
    maxDelayHours: 14,
    heading: 'E',
    loads: 'VNVUT 0, CNNGB 5.2, CNSHA 7',
    discharges: 'USLAX 20.2 fenix',
    vessels:
      'APL MERLION 9632040, APL RAFFLES 9631967, APL VANDA 9631979, APL TEMASEK 9631955, APL CHANGI 9631981, APL FULLERTON 9632026, APL SENTOSA 9632002',
  }),
  parseService({
    name: 'Pacific Five',
    lines: 'ONEY HDMU YMLU',
    weekday: 2,
    maxDelayHours: 12,
    heading: 'E',
    loads: 'CNNGB 0, CNSHA 1.9, KRPUS 4.4',
    discharges: 'USLAX 15.1 yusen, USOAK 19.6 oict',
    vessels:
      'ONE APUS 9806079, ONE AQUILA 9806081, ONE GRUS 9806043, ONE CYGNUS 9806055, ONE COLUMBA 9806067, ONE STORK 9757187, ONE MINATO 9757199',
  }),
  parseService({
    name: 'Japan Direct',
    lines: 'ONEY YMLU',
    weekday: 5,
    maxDelayHours: 10,
    heading: 'E',
    loads: 'JPUKB 0, JPTYO 2.2',
    discharges: 'USLAX 12.4 trapac-la',
    vessels: 'ONE CRANE 9805453, ONE IBIS 9741401, ONE HENRY HUDSON 9302176, ONE HAMBURG 9302140, ONE OLYMPUS 9312987',
  }),
  parseService({
    name: 'Sequoia',
    lines: 'MSCU ZIMU',
    weekday: 0,
    maxDelayHours: 14,
    heading: 'E',
    loads: 'CNNGB 0, CNSHA 2, KRPUS 4.1',
    discharges: 'USLGB 15.4 tti',
    vessels: 'MSC DANIT 9404649, MSC CAMILLE 9404651, MSC SONIA 9404663, MSC BEATRICE 9399014, MSC DEILA 9618290',
  }),
  parseService({
    name: 'Transpacific Six',
    lines: 'MAEU HLCU',
    weekday: 3,
    maxDelayHours: 12,
    heading: 'E',
    loads: 'VNVUT 0, CNYTN 3.2, CNNGB 6',
    discharges: 'USLAX 19.5 pier-400',
    vessels:
      'GERD MAERSK 9320233, GUDRUN MAERSK 9302877, GUNVOR MAERSK 9302891, GUNDE MAERSK 9359002, MAERSK ESSEN 9456757, MAERSK ELBA 9458078, MAERSK EVORA 9458080',
  }),
  parseService({
    name: 'China Long Beach Express',
    lines: 'MATS',
    weekday: 2,
    maxDelayHours: 8,
    heading: 'E',
    loads: 'CNNGB 0, CNSHA 1.6',
    discharges: 'USLGB 12.2 pier-c',
    vessels: 'DANIEL K. INOUYE 9719056, KAIMANA HILA 9719068, LURLINE 9814600, MATSONIA 9814612, MANULANI 9273674',
  }),
  parseService({
    name: 'Asia America Seven',
    lines: 'WHLC',
    weekday: 4,
    maxDelayHours: 18,
    heading: 'E',
    loads: 'CNYTN 0, TWKHH 2',
    discharges: 'USLGB 17.3 its',
    vessels: 'WAN HAI 512 9493262, WAN HAI 515 9493298, WAN HAI 612 9326433, WAN HAI 613 9326445',
  }),
  parseService({
    name: 'China Pacific',
    lines: 'SMLM',
    weekday: 5,
    maxDelayHours: 18,
    heading: 'E',
    loads: 'CNNGB 0, CNSHA 1.8, KRPUS 4',
    discharges: 'USLGB 15 pier-j',
    vessels: 'SM SHANGHAI 9312779, SM QINGDAO 9312781, SM BUSAN 9312767, SM PORTLAND 9312793, SM LONG BEACH 9312808',
  }),
  parseService({
    name: 'Pacific Northwest',
    lines: 'HDMU ONEY YMLU',
    weekday: 6,
    maxDelayHours: 14,
    heading: 'E',
    loads: 'TWKHH 0, CNSHA 3, KRPUS 5.2',
    discharges: 'USTIW 15.6 wut, CAVAN 18.9 centerm',
    vessels:
      'HYUNDAI PRIDE 9637222, HYUNDAI HOPE 9637234, HYUNDAI DREAM 9637246, HYUNDAI DRIVE 9637258, HYUNDAI VICTORY 9637260',
  }),
  parseService({
    name: 'Puget Sound',
    lines: 'ZIMU MSCU',
    weekday: 3,
    maxDelayHours: 14,
    heading: 'E',
    loads: 'CNYTN 0, CNSHA 4',
    discharges: 'USTIW 17.1 husky',
    vessels:
      'ZIM ROTTERDAM 9398448, ZIM ANTWERP 9398450, ZIM LONDON 9398436, ZIM SAN DIEGO 9389693, ZIM LOS ANGELES 9389708',
  }),
  parseService({
    name: 'Canada Pacific',
    lines: 'COSU OOLU CMDU EGLV',
    weekday: 1,
    maxDelayHours: 30,
    heading: 'E',
    loads: 'CNTAO 0, CNSHA 2',
    discharges: 'CAPRR 14.4 fairview, CAVAN 17.2 deltaport',
    vessels:
      'COSCO DEVELOPMENT 9472141, COSCO PRIDE 9472127, COSCO FORTUNE 9472153, COSCO HOPE 9472165, COSCO EXCELLENCE 9472189, COSCO GLORY 9466245',
  }),
  parseService({
    name: 'South Atlantic Express',
    lines: 'CMDU COSU OOLU EGLV APLU',
    weekday: 5,
    maxDelayHours: 96,
    heading: 'E',
    loads: 'CNYTN 0, CNNGB 3.1, CNSHA 5, KRPUS 7.3',
    discharges: 'USNYC 32.2 port-liberty, USORF 35 vig, USSAV 37.4 garden-city',
    vessels:
      'CMA CGM G. WASHINGTON 9780859, CMA CGM T. JEFFERSON 9780861, CMA CGM J. ADAMS 9780847, CMA CGM A. LINCOLN 9780873, CMA CGM J. MADISON 9780885, EVER FAR 9850549, EVER FORWARD 9850551',
  }),
  parseService({
    name: 'East Coast Three',
    lines: 'YMLU ONEY HDMU',
    weekday: 0,
    maxDelayHours: 90,
    heading: 'E',
    loads: 'VNVUT 0, CNYTN 3.4, CNSHA 6.8, KRPUS 9',
    discharges: 'USSAV 33.5 garden-city, USCHS 35.2 north-charleston, USNYC 38 maher',
    vessels:
      'YM WORLD 9684641, YM WISH 9684653, YM WORTH 9704611, YM WITNESS 9704609, YM WELLHEAD 9704623, YM WIDTH 9708435, YM WELLNESS 9704635',
  }),
  parseService({
    name: 'Gulf of Mexico Express',
    lines: 'COSU OOLU CMDU',
    weekday: 3,
    maxDelayHours: 80,
    heading: 'E',
    loads: 'CNXMN 0, CNNGB 3, CNSHA 5',
    discharges: 'USHOU 33.4 bayport',
    vessels: 'OOCL FRANCE 9622629, OOCL POLAND 9622576, OOCL EGYPT 9622631, COSCO FAITH 9472177, COSCO HARMONY 9472191',
  }),
  parseService({
    name: 'Indus Express',
    lines: 'HLCU MAEU',
    weekday: 2,
    maxDelayHours: 96,
    heading: 'W',
    loads: 'INMUN 0, INNSA 2.2, LKCMB 5',
    discharges: 'USNYC 33 apmt-elizabeth, USSAV 36.1 garden-city, USHOU 40 bayport',
    vessels:
      'NEW YORK EXPRESS 9501332, BASLE EXPRESS 9501344, HONG KONG EXPRESS 9501356, SHANGHAI EXPRESS 9501368, ESSEN EXPRESS 9501370, ANTWERPEN EXPRESS 9501382, LEVERKUSEN EXPRESS 9613018',
  }),
  parseService({
    name: 'North Atlantic One',
    lines: 'HLCU MAEU OOLU',
    weekday: 4,
    maxDelayHours: 48,
    heading: 'W',
    loads: 'DEHAM 0, NLRTM 2.3, BEANR 3.6, GBLGP 5',
    discharges: 'CAHAL 12.4 halifax, USNYC 14.8 maher, USORF 17 nit',
    vessels:
      'CHICAGO EXPRESS 9295268, KYOTO EXPRESS 9295256, COLOMBO EXPRESS 9295244, BREMEN EXPRESS 9343728, TSINGTAO EXPRESS 9320702',
  }),
  parseService({
    name: 'Mediterranean America',
    lines: 'CMDU COSU MSCU',
    weekday: 6,
    maxDelayHours: 48,
    heading: 'W',
    loads: 'ITSPE 0, ITGOA 1.1, ESVLC 3, ESALG 4.6',
    discharges: 'USNYC 14.2 maher, USORF 16.2 nit, USMIA 19 south-florida',
    vessels:
      'CMA CGM LIBRA 9399193, CMA CGM THALASSA 9356294, CMA CGM MARCO POLO 9454436, CMA CGM JULES VERNE 9454450, CMA CGM ALEXANDER VON HUMBOLDT 9454448',
  }),
  parseService({
    name: 'Far East Europe One',
    lines: 'OOLU COSU CMDU EGLV',
    weekday: 1,
    maxDelayHours: 90,
    heading: 'W',
    loads: 'CNSHA 0, CNNGB 2, CNYTN 5, SGSIN 9.5',
    discharges: 'NLRTM 37 maasvlakte, DEHAM 40.2 burchardkai',
    vessels:
      'OOCL HONG KONG 9776171, OOCL GERMANY 9776183, OOCL JAPAN 9776195, OOCL UNITED KINGDOM 9776200, OOCL SCANDINAVIA 9776212, OOCL INDONESIA 9776224, COSCO SHIPPING UNIVERSE 9795610, COSCO SHIPPING NEBULA 9795622',
  }),
  parseService({
    name: 'Swan',
    lines: 'MSCU',
    weekday: 3,
    maxDelayHours: 80,
    heading: 'W',
    loads: 'CNTAO 0, CNSHA 2.4, CNYTN 5.4',
    discharges: 'BEANR 37.5 mpet',
    vessels:
      'MSC GULSUN 9839430, MSC SAMAR 9839442, MSC LENI 9839454, MSC MIA 9839466, MSC FEBE 9839478, MSC AMBRA 9839480, MSC OSCAR 9703291, MSC ZOE 9703318',
  }),
  parseService({
    name: 'Far East Europe Three',
    lines: 'HDMU ONEY YMLU',
    weekday: 5,
    maxDelayHours: 72,
    heading: 'W',
    loads: 'KRPUS 0, CNSHA 2.2, CNNGB 4, SGSIN 10',
    discharges: 'NLRTM 38.3 rwg, DEHAM 41 altenwerder',
    vessels:
      'HMM ALGECIRAS 9863297, HMM COPENHAGEN 9863302, HMM DUBLIN 9863314, HMM GDANSK 9863326, HMM HAMBURG 9863338, HMM HELSINKI 9863340, HMM OSLO 9868314, HMM ROTTERDAM 9868340',
  }),
]

/** Vessels that carry cargo to the hub port from ports that no service in `SERVICES` calls at. */
export const CONNECTING_VESSELS: readonly Vessel[] = parseVessels(
  'SM NINGBO 9395927, SM YANTIAN 9395939, SM TIANJIN 9395941, SM MUMBAI 9395953, YM UNIFORMITY 9462706, YM UNANIMITY 9462718, YM UPSURGENCE 9462720, YM UTMOST 9302633, APL SALALAH 9462017',
)

/**
 * A leg by another vessel before the ocean voyage, from the port `from` to the port `hub`. A `feeder` is sold as a part
 * of the ocean voyage. A `transshipment` starts at the port of lading of the shipment.
 */
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
