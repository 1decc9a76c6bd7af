// Liner services across the Pacific. The ships are real, their services are invented.
import { type LinerService, ships } from './liner-service.ts'

export const PACIFIC_SOUTHWEST: readonly LinerService[] = [
  {
    name: 'Pacific South',
    lines: ['EGLV', 'CMDU', 'COSU', 'OOLU'],
    weekday: 1,
    maxDelayHours: 12,
    heading: 'E',
    loads: [
      { locode: 'CNYTN', day: 0 },
      { locode: 'HKHKG', day: 1.4 },
      { locode: 'TWKHH', day: 3 },
    ],
    discharges: [
      { locode: 'USLAX', day: 16.3, terminal: 'everport-la' },
      { locode: 'USOAK', day: 20.8, terminal: 'oict' },
    ],
    vessels: ships(
      'EVER LUCENT 9604196, EVER LIBERAL 9604184, EVER LAMBENT 9595448, EVER LEADING 9595503, EVER LIFTING 9629110, EVER SUMMIT 9300398, EVER STEADY 9300403',
    ),
  },
  {
    name: 'Pacific Central',
    lines: ['OOLU', 'COSU', 'CMDU', 'EGLV'],
    weekday: 4,
    maxDelayHours: 12,
    heading: 'E',
    loads: [
      { locode: 'CNNGB', day: 0 },
      { locode: 'CNSHA', day: 2.1 },
    ],
    discharges: [
      { locode: 'USLGB', day: 15.2, terminal: 'lbct' },
      { locode: 'USSEA', day: 20.4, terminal: 't18' },
    ],
    vessels: ships(
      'OOCL BERLIN 9622590, OOCL BRUSSELS 9622588, OOCL CHONGQING 9622605, OOCL BANGKOK 9622617, OOCL KOREA 9627978, OOCL SINGAPORE 9627980, OOCL MALAYSIA 9627992',
    ),
  },
  {
    name: 'Vietnam and China Express',
    lines: ['APLU', 'CMDU'],
    weekday: 6,
    maxDelayHours: 14,
    heading: 'E',
    loads: [
      { locode: 'VNVUT', day: 0 },
      { locode: 'CNNGB', day: 5.2 },
      { locode: 'CNSHA', day: 7 },
    ],
    discharges: [{ locode: 'USLAX', day: 20.2, terminal: 'fenix' }],
    vessels: ships(
      'APL MERLION 9632040, APL RAFFLES 9631967, APL VANDA 9631979, APL TEMASEK 9631955, APL CHANGI 9631981, APL FULLERTON 9632026, APL SENTOSA 9632002',
    ),
  },
  {
    name: 'Pacific Five',
    lines: ['ONEY', 'HDMU', 'YMLU'],
    weekday: 2,
    maxDelayHours: 12,
    heading: 'E',
    loads: [
      { locode: 'CNNGB', day: 0 },
      { locode: 'CNSHA', day: 1.9 },
      { locode: 'KRPUS', day: 4.4 },
    ],
    discharges: [
      { locode: 'USLAX', day: 15.1, terminal: 'yusen' },
      { locode: 'USOAK', day: 19.6, terminal: 'oict' },
    ],
    vessels: ships(
      'ONE APUS 9806079, ONE AQUILA 9806081, ONE GRUS 9806043, ONE CYGNUS 9806055, ONE COLUMBA 9806067, ONE STORK 9757187, ONE MINATO 9757199',
    ),
  },
  {
    name: 'Japan Direct',
    lines: ['ONEY', 'YMLU'],
    weekday: 5,
    maxDelayHours: 10,
    heading: 'E',
    loads: [
      { locode: 'JPUKB', day: 0 },
      { locode: 'JPTYO', day: 2.2 },
    ],
    discharges: [{ locode: 'USLAX', day: 12.4, terminal: 'trapac-la' }],
    vessels: ships(
      'ONE CRANE 9805453, ONE IBIS 9741401, ONE HENRY HUDSON 9302176, ONE HAMBURG 9302140, ONE OLYMPUS 9312987',
    ),
  },
  {
    name: 'Sequoia',
    lines: ['MSCU', 'ZIMU'],
    weekday: 0,
    maxDelayHours: 14,
    heading: 'E',
    loads: [
      { locode: 'CNNGB', day: 0 },
      { locode: 'CNSHA', day: 2 },
      { locode: 'KRPUS', day: 4.1 },
    ],
    discharges: [{ locode: 'USLGB', day: 15.4, terminal: 'tti' }],
    vessels: ships(
      'MSC DANIT 9404649, MSC CAMILLE 9404651, MSC SONIA 9404663, MSC BEATRICE 9399014, MSC DEILA 9618290',
    ),
  },
  {
    name: 'Transpacific Six',
    lines: ['MAEU', 'HLCU'],
    weekday: 3,
    maxDelayHours: 12,
    heading: 'E',
    loads: [
      { locode: 'VNVUT', day: 0 },
      { locode: 'CNYTN', day: 3.2 },
      { locode: 'CNNGB', day: 6 },
    ],
    discharges: [{ locode: 'USLAX', day: 19.5, terminal: 'pier-400' }],
    vessels: ships(
      'GERD MAERSK 9320233, GUDRUN MAERSK 9302877, GUNVOR MAERSK 9302891, GUNDE MAERSK 9359002, MAERSK ESSEN 9456757, MAERSK ELBA 9458078, MAERSK EVORA 9458080',
    ),
  },
  {
    name: 'China Long Beach Express',
    lines: ['MATS'],
    weekday: 2,
    maxDelayHours: 8,
    heading: 'E',
    loads: [
      { locode: 'CNNGB', day: 0 },
      { locode: 'CNSHA', day: 1.6 },
    ],
    discharges: [{ locode: 'USLGB', day: 12.2, terminal: 'pier-c' }],
    vessels: ships(
      'DANIEL K. INOUYE 9719056, KAIMANA HILA 9719068, LURLINE 9814600, MATSONIA 9814612, MANULANI 9273674',
    ),
  },
  {
    name: 'Asia America Seven',
    lines: ['WHLC'],
    weekday: 4,
    maxDelayHours: 18,
    heading: 'E',
    loads: [
      { locode: 'CNYTN', day: 0 },
      { locode: 'TWKHH', day: 2 },
    ],
    discharges: [{ locode: 'USLGB', day: 17.3, terminal: 'its' }],
    vessels: ships('WAN HAI 512 9493262, WAN HAI 515 9493298, WAN HAI 612 9326433, WAN HAI 613 9326445'),
  },
  {
    name: 'China Pacific',
    lines: ['SMLM'],
    weekday: 5,
    maxDelayHours: 18,
    heading: 'E',
    loads: [
      { locode: 'CNNGB', day: 0 },
      { locode: 'CNSHA', day: 1.8 },
      { locode: 'KRPUS', day: 4 },
    ],
    discharges: [{ locode: 'USLGB', day: 15, terminal: 'pier-j' }],
    vessels: ships(
      'SM SHANGHAI 9312779, SM QINGDAO 9312781, SM BUSAN 9312767, SM PORTLAND 9312793, SM LONG BEACH 9312808',
    ),
  },
]

export const PACIFIC_NORTHWEST: readonly LinerService[] = [
  {
    name: 'Pacific Northwest',
    lines: ['HDMU', 'ONEY', 'YMLU'],
    weekday: 6,
    maxDelayHours: 14,
    heading: 'E',
    loads: [
      { locode: 'TWKHH', day: 0 },
      { locode: 'CNSHA', day: 3 },
      { locode: 'KRPUS', day: 5.2 },
    ],
    discharges: [
      { locode: 'USTIW', day: 15.6, terminal: 'wut' },
      { locode: 'CAVAN', day: 18.9, terminal: 'centerm' },
    ],
    vessels: ships(
      'HYUNDAI PRIDE 9637222, HYUNDAI HOPE 9637234, HYUNDAI DREAM 9637246, HYUNDAI DRIVE 9637258, HYUNDAI VICTORY 9637260',
    ),
  },
  {
    name: 'Puget Sound',
    lines: ['ZIMU', 'MSCU'],
    weekday: 3,
    maxDelayHours: 14,
    heading: 'E',
    loads: [
      { locode: 'CNYTN', day: 0 },
      { locode: 'CNSHA', day: 4 },
    ],
    discharges: [{ locode: 'USTIW', day: 17.1, terminal: 'husky' }],
    vessels: ships(
      'ZIM ROTTERDAM 9398448, ZIM ANTWERP 9398450, ZIM LONDON 9398436, ZIM SAN DIEGO 9389693, ZIM LOS ANGELES 9389708',
    ),
  },
  {
    name: 'Canada Pacific',
    lines: ['COSU', 'OOLU', 'CMDU', 'EGLV'],
    weekday: 1,
    maxDelayHours: 30,
    heading: 'E',
    loads: [
      { locode: 'CNTAO', day: 0 },
      { locode: 'CNSHA', day: 2 },
    ],
    discharges: [
      { locode: 'CAPRR', day: 14.4, terminal: 'fairview' },
      { locode: 'CAVAN', day: 17.2, terminal: 'deltaport' },
    ],
    vessels: ships(
      'COSCO DEVELOPMENT 9472141, COSCO PRIDE 9472127, COSCO FORTUNE 9472153, COSCO HOPE 9472165, COSCO EXCELLENCE 9472189, COSCO GLORY 9466245',
    ),
  },
]
