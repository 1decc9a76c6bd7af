// The ocean carriers: names, SCACs, owner codes of their containers, and formats of their numbers. In a format `#` is a
// digit and `@` a letter. Other characters stand for themselves.
import { parseRows } from './rows.ts'

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

/**
 * Columns: SCAC, name, short name, other SCACs, owner codes, bill format, booking format, whether it tracks containers.
 */
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

function parseLine(row: string[]): ShippingLine {
  const [scac = '', name = '', shortName = '', others, owners, billPattern = '', bookingPattern = '', tracks] = row
  return {
    scac,
    name,
    shortName,
    alternativeScacs: splitWords(others),
    owners: splitWords(owners),
    billPattern,
    bookingPattern,
    tracksContainers: tracks === 'yes',
  }
}

function splitWords(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '')
}

export const SHIPPING_LINES: readonly ShippingLine[] = parseRows(LINES).map(parseLine)

/** Owner codes of leasing companies, whose containers every line uses. */
export const LEASED_OWNERS: readonly string[] = splitWords('TCNU TGHU TEMU CAIU SEGU FCIU BMOU DFSU TRHU TLLU')

/** SCACs of real carriers that the service does not support. */
export const UNSUPPORTED_SCACS: readonly string[] = ['SMLU', 'CMCU']

/** A carrier for tests, as in the live service. The number of a request decides its result (written-requests.ts). */
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
