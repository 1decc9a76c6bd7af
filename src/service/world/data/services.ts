import { type LinerService, ships, type Vessel } from './liner-service.ts'
import { PACIFIC_SOUTHWEST, PACIFIC_NORTHWEST } from './pacific-services.ts'

const ATLANTIC: readonly LinerService[] = [
  {
    name: 'South Atlantic Express',
    lines: ['CMDU', 'COSU', 'OOLU', 'EGLV', 'APLU'],
    weekday: 5,
    maxDelayHours: 96,
    heading: 'E',
    loads: [
      { locode: 'CNYTN', day: 0 },
      { locode: 'CNNGB', day: 3.1 },
      { locode: 'CNSHA', day: 5 },
      { locode: 'KRPUS', day: 7.3 },
    ],
    discharges: [
      { locode: 'USNYC', day: 32.2, terminal: 'port-liberty' },
      { locode: 'USORF', day: 35, terminal: 'vig' },
      { locode: 'USSAV', day: 37.4, terminal: 'garden-city' },
    ],
    vessels: ships(
      'CMA CGM G. WASHINGTON 9780859, CMA CGM T. JEFFERSON 9780861, CMA CGM J. ADAMS 9780847, CMA CGM A. LINCOLN 9780873, CMA CGM J. MADISON 9780885, EVER FAR 9850549, EVER FORWARD 9850551',
    ),
  },
  {
    name: 'East Coast Three',
    lines: ['YMLU', 'ONEY', 'HDMU'],
    weekday: 0,
    maxDelayHours: 90,
    heading: 'E',
    loads: [
      { locode: 'VNVUT', day: 0 },
      { locode: 'CNYTN', day: 3.4 },
      { locode: 'CNSHA', day: 6.8 },
      { locode: 'KRPUS', day: 9 },
    ],
    discharges: [
      { locode: 'USSAV', day: 33.5, terminal: 'garden-city' },
      { locode: 'USCHS', day: 35.2, terminal: 'north-charleston' },
      { locode: 'USNYC', day: 38, terminal: 'maher' },
    ],
    vessels: ships(
      'YM WORLD 9684641, YM WISH 9684653, YM WORTH 9704611, YM WITNESS 9704609, YM WELLHEAD 9704623, YM WIDTH 9708435, YM WELLNESS 9704635',
    ),
  },
  {
    name: 'Gulf of Mexico Express',
    lines: ['COSU', 'OOLU', 'CMDU'],
    weekday: 3,
    maxDelayHours: 80,
    heading: 'E',
    loads: [
      { locode: 'CNXMN', day: 0 },
      { locode: 'CNNGB', day: 3 },
      { locode: 'CNSHA', day: 5 },
    ],
    discharges: [{ locode: 'USHOU', day: 33.4, terminal: 'bayport' }],
    vessels: ships(
      'OOCL FRANCE 9622629, OOCL POLAND 9622576, OOCL EGYPT 9622631, COSCO FAITH 9472177, COSCO HARMONY 9472191',
    ),
  },
  {
    name: 'Indus Express',
    lines: ['HLCU', 'MAEU'],
    weekday: 2,
    maxDelayHours: 96,
    heading: 'W',
    loads: [
      { locode: 'INMUN', day: 0 },
      { locode: 'INNSA', day: 2.2 },
      { locode: 'LKCMB', day: 5 },
    ],
    discharges: [
      { locode: 'USNYC', day: 33, terminal: 'apmt-elizabeth' },
      { locode: 'USSAV', day: 36.1, terminal: 'garden-city' },
      { locode: 'USHOU', day: 40, terminal: 'bayport' },
    ],
    vessels: ships(
      'NEW YORK EXPRESS 9501332, BASLE EXPRESS 9501344, HONG KONG EXPRESS 9501356, SHANGHAI EXPRESS 9501368, ESSEN EXPRESS 9501370, ANTWERPEN EXPRESS 9501382, LEVERKUSEN EXPRESS 9613018',
    ),
  },
  {
    name: 'North Atlantic One',
    lines: ['HLCU', 'MAEU', 'OOLU'],
    weekday: 4,
    maxDelayHours: 48,
    heading: 'W',
    loads: [
      { locode: 'DEHAM', day: 0 },
      { locode: 'NLRTM', day: 2.3 },
      { locode: 'BEANR', day: 3.6 },
      { locode: 'GBLGP', day: 5 },
    ],
    discharges: [
      { locode: 'CAHAL', day: 12.4, terminal: 'halifax' },
      { locode: 'USNYC', day: 14.8, terminal: 'maher' },
      { locode: 'USORF', day: 17, terminal: 'nit' },
    ],
    vessels: ships(
      'CHICAGO EXPRESS 9295268, KYOTO EXPRESS 9295256, COLOMBO EXPRESS 9295244, BREMEN EXPRESS 9343728, TSINGTAO EXPRESS 9320702',
    ),
  },
  {
    name: 'Mediterranean America',
    lines: ['CMDU', 'COSU', 'MSCU'],
    weekday: 6,
    maxDelayHours: 48,
    heading: 'W',
    loads: [
      { locode: 'ITSPE', day: 0 },
      { locode: 'ITGOA', day: 1.1 },
      { locode: 'ESVLC', day: 3 },
      { locode: 'ESALG', day: 4.6 },
    ],
    discharges: [
      { locode: 'USNYC', day: 14.2, terminal: 'maher' },
      { locode: 'USORF', day: 16.2, terminal: 'nit' },
      { locode: 'USMIA', day: 19, terminal: 'south-florida' },
    ],
    vessels: ships(
      'CMA CGM LIBRA 9399193, CMA CGM THALASSA 9356294, CMA CGM MARCO POLO 9454436, CMA CGM JULES VERNE 9454450, CMA CGM ALEXANDER VON HUMBOLDT 9454448',
    ),
  },
]

const EUROPE: readonly LinerService[] = [
  {
    name: 'Far East Europe One',
    lines: ['OOLU', 'COSU', 'CMDU', 'EGLV'],
    weekday: 1,
    maxDelayHours: 90,
    heading: 'W',
    loads: [
      { locode: 'CNSHA', day: 0 },
      { locode: 'CNNGB', day: 2 },
      { locode: 'CNYTN', day: 5 },
      { locode: 'SGSIN', day: 9.5 },
    ],
    discharges: [
      { locode: 'NLRTM', day: 37, terminal: 'maasvlakte' },
      { locode: 'DEHAM', day: 40.2, terminal: 'burchardkai' },
    ],
    vessels: ships(
      'OOCL HONG KONG 9776171, OOCL GERMANY 9776183, OOCL JAPAN 9776195, OOCL UNITED KINGDOM 9776200, OOCL SCANDINAVIA 9776212, OOCL INDONESIA 9776224, COSCO SHIPPING UNIVERSE 9795610, COSCO SHIPPING NEBULA 9795622',
    ),
  },
  {
    name: 'Swan',
    lines: ['MSCU'],
    weekday: 3,
    maxDelayHours: 80,
    heading: 'W',
    loads: [
      { locode: 'CNTAO', day: 0 },
      { locode: 'CNSHA', day: 2.4 },
      { locode: 'CNYTN', day: 5.4 },
    ],
    discharges: [{ locode: 'BEANR', day: 37.5, terminal: 'mpet' }],
    vessels: ships(
      'MSC GULSUN 9839430, MSC SAMAR 9839442, MSC LENI 9839454, MSC MIA 9839466, MSC FEBE 9839478, MSC AMBRA 9839480, MSC OSCAR 9703291, MSC ZOE 9703318',
    ),
  },
  {
    name: 'Far East Europe Three',
    lines: ['HDMU', 'ONEY', 'YMLU'],
    weekday: 5,
    maxDelayHours: 72,
    heading: 'W',
    loads: [
      { locode: 'KRPUS', day: 0 },
      { locode: 'CNSHA', day: 2.2 },
      { locode: 'CNNGB', day: 4 },
      { locode: 'SGSIN', day: 10 },
    ],
    discharges: [
      { locode: 'NLRTM', day: 38.3, terminal: 'rwg' },
      { locode: 'DEHAM', day: 41, terminal: 'altenwerder' },
    ],
    vessels: ships(
      'HMM ALGECIRAS 9863297, HMM COPENHAGEN 9863302, HMM DUBLIN 9863314, HMM GDANSK 9863326, HMM HAMBURG 9863338, HMM HELSINKI 9863340, HMM OSLO 9868314, HMM ROTTERDAM 9868340',
    ),
  },
]

export const SERVICES: readonly LinerService[] = [...PACIFIC_SOUTHWEST, ...PACIFIC_NORTHWEST, ...ATLANTIC, ...EUROPE]

/** Vessels that carry cargo to the hub port from ports that no service in `SERVICES` calls at. */
export const CONNECTING_VESSELS: readonly Vessel[] = ships(
  'SM NINGBO 9395927, SM YANTIAN 9395939, SM TIANJIN 9395941, SM MUMBAI 9395953, YM UNIFORMITY 9462706, YM UNANIMITY 9462718, YM UPSURGENCE 9462720, YM UTMOST 9302633, APL SALALAH 9462017',
)

/** `feeder`: a short leg sold as part of the voyage. `transshipment`: a voyage of its own from the port of lading. */
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
