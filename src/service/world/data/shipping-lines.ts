// Ocean carriers: names, SCACs, owner codes of their containers, and number formats (`#` is a digit, `@` a letter;
// other characters are literal).
import { rowsOf } from './rows.ts'

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

/** SCAC, name, short name, other SCACs, owner codes, bills of lading, bookings, whether it tracks containers. */
const LINES = `
MAEU | Maersk Line                      | Maersk      | SEAU SAFM SUDU MCPU | MSKU MRKU MAEU MRSU MNBU | 2########        | 2########     | yes
MSCU | Mediterranean Shipping Company   | MSC         | MEDU                | MSCU MEDU MSDU MSMU      | MEDU@@######     | ###@@@@###### | yes
CMDU | CMA CGM                          | CMA CGM     | CHNL ANNU           | CMAU CGMU ECMU           | CMDU@@@#######   | @@@#######    | yes
HLCU | Hapag-Lloyd                      | Hapag-Lloyd | UASU CSVV           | HLXU HLBU HAMU UACU FANU | HLCU@@@####@@@@# | ########      | yes
ONEY | Ocean Network Express            | ONE         | NYKS MOLU KKLU      | ONEU NYKU KKFU MOTU      | ONEY@@@@######## | @@@@########  | yes
COSU | COSCO Shipping Lines             | COSCO       | CHNJ                | CBHU CSNU CCLU CSLU      | COSU##########   | ##########    | no
OOLU | Orient Overseas Container Line   | OOCL        |                     | OOLU OOCU                | OOLU##########   | ##########    | yes
EGLV | Evergreen Line                   | Evergreen   |                     | EGHU EGSU EISU EITU EMCU | EGLV############ | ############  | yes
YMLU | Yang Ming Marine Transport       | Yang Ming   |                     | YMLU YMMU YMCU           | YMLU@#########   | @@@########   | yes
HDMU | HMM Co.                          | HMM         |                     | HDMU HMMU KOCU           | HDMU@@@@######## | @@@@########  | yes
ZIMU | ZIM Integrated Shipping Services | ZIM         | GSLU                | ZIMU ZCSU ZCLU JXLU      | ZIMU@@@#######   | @@@########   | no
WHLC | Wan Hai Lines                    | Wan Hai     |                     | WHLU WHSU WHCU           | ###@######       | ###@######    | yes
SMLM | SM Line Corporation              | SM Line     |                     | SMCU                     | SMLM@@@@######## | @@@@########  | no
MATS | Matson Navigation Company        | Matson      |                     | MATU                     | MATS##########   | #######       | yes
APLU | American President Lines         | APL         |                     | APHU APZU                | APLU#########    | #########     | yes
`

function shippingLine(row: string[]): ShippingLine {
  const [scac = '', name = '', shortName = '', others, owners, billPattern = '', bookingPattern = '', tracks] = row
  return {
    scac,
    name,
    shortName,
    alternativeScacs: wordsOf(others),
    owners: wordsOf(owners),
    billPattern,
    bookingPattern,
    tracksContainers: tracks === 'yes',
  }
}

function wordsOf(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '')
}

export const SHIPPING_LINES: readonly ShippingLine[] = rowsOf(LINES).map(shippingLine)

/** Owner codes of leasing companies, whose containers every line uses. */
export const LEASED_OWNERS: readonly string[] = wordsOf('TCNU TGHU TEMU CAIU SEGU FCIU BMOU DFSU TRHU TLLU')

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
