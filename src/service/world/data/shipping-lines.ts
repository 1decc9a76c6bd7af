// Ocean carriers: names, SCACs, owner codes of their containers, and number formats (`#` is a digit, `@` a letter;
// other characters are literal).

export type ShippingLine = {
  scac: string
  name: string
  shortName: string
  alternativeScacs: readonly string[]
  owners: readonly string[]
  billPattern: string
  bookingPattern: string
  /** Whether this line can track a container number alone. */
  tracksContainers: boolean
}

export const SHIPPING_LINES: readonly ShippingLine[] = [
  {
    scac: 'MAEU',
    name: 'Maersk Line',
    shortName: 'Maersk',
    alternativeScacs: ['SEAU', 'SAFM', 'SUDU', 'MCPU'],
    owners: ['MSKU', 'MRKU', 'MAEU', 'MRSU', 'MNBU'],
    billPattern: '2########',
    bookingPattern: '2########',
    tracksContainers: true,
  },
  {
    scac: 'MSCU',
    name: 'Mediterranean Shipping Company',
    shortName: 'MSC',
    alternativeScacs: ['MEDU'],
    owners: ['MSCU', 'MEDU', 'MSDU', 'MSMU'],
    billPattern: 'MEDU@@######',
    bookingPattern: '###@@@@######',
    tracksContainers: true,
  },
  {
    scac: 'CMDU',
    name: 'CMA CGM',
    shortName: 'CMA CGM',
    alternativeScacs: ['CHNL', 'ANNU'],
    owners: ['CMAU', 'CGMU', 'ECMU'],
    billPattern: 'CMDU@@@#######',
    bookingPattern: '@@@#######',
    tracksContainers: true,
  },
  {
    scac: 'HLCU',
    name: 'Hapag-Lloyd',
    shortName: 'Hapag-Lloyd',
    alternativeScacs: ['UASU', 'CSVV'],
    owners: ['HLXU', 'HLBU', 'HAMU', 'UACU', 'FANU'],
    billPattern: 'HLCU@@@####@@@@#',
    bookingPattern: '########',
    tracksContainers: true,
  },
  {
    scac: 'ONEY',
    name: 'Ocean Network Express',
    shortName: 'ONE',
    alternativeScacs: ['NYKS', 'MOLU', 'KKLU'],
    owners: ['ONEU', 'NYKU', 'KKFU', 'MOTU'],
    billPattern: 'ONEY@@@@########',
    bookingPattern: '@@@@########',
    tracksContainers: true,
  },
  {
    scac: 'COSU',
    name: 'COSCO Shipping Lines',
    shortName: 'COSCO',
    alternativeScacs: ['CHNJ'],
    owners: ['CBHU', 'CSNU', 'CCLU', 'CSLU'],
    billPattern: 'COSU##########',
    bookingPattern: '##########',
    tracksContainers: false,
  },
  {
    scac: 'OOLU',
    name: 'Orient Overseas Container Line',
    shortName: 'OOCL',
    alternativeScacs: [],
    owners: ['OOLU', 'OOCU'],
    billPattern: 'OOLU##########',
    bookingPattern: '##########',
    tracksContainers: true,
  },
  {
    scac: 'EGLV',
    name: 'Evergreen Line',
    shortName: 'Evergreen',
    alternativeScacs: [],
    owners: ['EGHU', 'EGSU', 'EISU', 'EITU', 'EMCU'],
    billPattern: 'EGLV############',
    bookingPattern: '############',
    tracksContainers: true,
  },
  {
    scac: 'YMLU',
    name: 'Yang Ming Marine Transport',
    shortName: 'Yang Ming',
    alternativeScacs: [],
    owners: ['YMLU', 'YMMU', 'YMCU'],
    billPattern: 'YMLU@#########',
    bookingPattern: '@@@########',
    tracksContainers: true,
  },
  {
    scac: 'HDMU',
    name: 'HMM Co.',
    shortName: 'HMM',
    alternativeScacs: [],
    owners: ['HDMU', 'HMMU', 'KOCU'],
    billPattern: 'HDMU@@@@########',
    bookingPattern: '@@@@########',
    tracksContainers: true,
  },
  {
    scac: 'ZIMU',
    name: 'ZIM Integrated Shipping Services',
    shortName: 'ZIM',
    alternativeScacs: ['GSLU'],
    owners: ['ZIMU', 'ZCSU', 'ZCLU', 'JXLU'],
    billPattern: 'ZIMU@@@#######',
    bookingPattern: '@@@########',
    tracksContainers: false,
  },
  {
    scac: 'WHLC',
    name: 'Wan Hai Lines',
    shortName: 'Wan Hai',
    alternativeScacs: [],
    owners: ['WHLU', 'WHSU', 'WHCU'],
    billPattern: '###@######',
    bookingPattern: '###@######',
    tracksContainers: true,
  },
  {
    scac: 'SMLM',
    name: 'SM Line Corporation',
    shortName: 'SM Line',
    alternativeScacs: [],
    owners: ['SMCU'],
    billPattern: 'SMLM@@@@########',
    bookingPattern: '@@@@########',
    tracksContainers: false,
  },
  {
    scac: 'MATS',
    name: 'Matson Navigation Company',
    shortName: 'Matson',
    alternativeScacs: [],
    owners: ['MATU'],
    billPattern: 'MATS##########',
    bookingPattern: '#######',
    tracksContainers: true,
  },
  {
    scac: 'APLU',
    name: 'American President Lines',
    shortName: 'APL',
    alternativeScacs: [],
    owners: ['APHU', 'APZU'],
    billPattern: 'APLU#########',
    bookingPattern: '#########',
    tracksContainers: true,
  },
]

/** Owner codes of leasing companies, whose containers every line uses. */
export const LEASED_OWNERS: readonly string[] = [
  'TCNU',
  'TGHU',
  'TEMU',
  'CAIU',
  'SEGU',
  'FCIU',
  'BMOU',
  'DFSU',
  'TRHU',
  'TLLU',
]

/** Real carriers that cannot be tracked here. */
export const UNSUPPORTED_SCACS: readonly string[] = ['SMLU', 'CMCU']

/** The SCAC for tests; it has two numbers and no vessels. */
export const TEST_LINE: ShippingLine = {
  scac: 'TEST',
  name: 'Test Shipping Line',
  shortName: 'Test',
  alternativeScacs: [],
  owners: ['TSTU'],
  billPattern: 'TEST########',
  bookingPattern: 'TEST########',
  tracksContainers: true,
}
