// Suggests a line for a number by its prefix or format, if neither the service's list nor the saved records have one.
// Contains only the public codes of the larger carriers. The codes of leasing companies are left out, because every
// line carries leased containers.
import type { LineChoice } from '#contract/tracking.ts'

type KnownLine = LineChoice & {
  /** Prefixes of the line's master bills and bookings besides the SCAC itself. */
  otherPrefixes: readonly string[]
  /** Owner codes of the line's own containers (ISO 6346). */
  owners: readonly string[]
}

const KNOWN_LINES: readonly KnownLine[] = [
  {
    scac: 'MAEU',
    name: 'Maersk',
    otherPrefixes: ['SAFM', 'SEAU', 'SUDU', 'MCPU'],
    owners: ['MAEU', 'MSKU', 'MRKU', 'MRSU', 'MNBU', 'MSWU', 'SUDU', 'SEAU', 'PONU'],
  },
  { scac: 'MSCU', name: 'MSC', otherPrefixes: ['MEDU'], owners: ['MSCU', 'MEDU', 'MSDU', 'MSMU', 'MSPU'] },
  { scac: 'CMDU', name: 'CMA CGM', otherPrefixes: ['ANNU', 'CHNL'], owners: ['CMAU', 'CGMU', 'ECMU', 'CMCU'] },
  {
    scac: 'HLCU',
    name: 'Hapag-Lloyd',
    otherPrefixes: ['HLXU', 'UASU', 'CSVV'],
    owners: ['HLXU', 'HLBU', 'HLCU', 'HAMU', 'UACU', 'FANU'],
  },
  {
    scac: 'ONEY',
    name: 'ONE',
    otherPrefixes: ['NYKS', 'MOLU', 'KKLU'],
    owners: ['ONEU', 'NYKU', 'KKFU', 'KKTU', 'MOTU'],
  },
  { scac: 'COSU', name: 'COSCO', otherPrefixes: [], owners: ['COSU', 'CBHU', 'CCLU', 'CSLU', 'CSNU'] },
  { scac: 'OOLU', name: 'OOCL', otherPrefixes: [], owners: ['OOLU', 'OOCU'] },
  { scac: 'EGLV', name: 'Evergreen', otherPrefixes: [], owners: ['EGHU', 'EGSU', 'EISU', 'EITU', 'EMCU'] },
  { scac: 'YMLU', name: 'Yang Ming', otherPrefixes: ['YMJA'], owners: ['YMLU', 'YMMU', 'YMCU'] },
  { scac: 'HDMU', name: 'HMM', otherPrefixes: [], owners: ['HDMU', 'HMMU', 'KOCU'] },
  { scac: 'ZIMU', name: 'ZIM', otherPrefixes: ['GSLU'], owners: ['ZIMU', 'ZCSU', 'ZCLU', 'JXLU'] },
  { scac: 'WHLC', name: 'Wan Hai', otherPrefixes: ['WHLU'], owners: ['WHLU', 'WHSU', 'WHCU'] },
  { scac: 'SMLM', name: 'SM Line', otherPrefixes: [], owners: ['SMCU'] },
  { scac: 'MATS', name: 'Matson', otherPrefixes: [], owners: ['MATU'] },
  { scac: 'APLU', name: 'APL', otherPrefixes: [], owners: ['APHU', 'APZU'] },
]

export const builtInLines: readonly LineChoice[] = KNOWN_LINES.map(({ scac, name }) => ({ scac, name }))

/** Formats that only one line is known to use; several lines use other numbers of letters and digits. */
const NUMBER_FORMATS: readonly { pattern: RegExp; scac: string; isBooking: boolean }[] = [
  { pattern: /^EBKG\d{8}$/, scac: 'MSCU', isBooking: true },
]

export function findBuiltInLine(scac: string): LineChoice | null {
  return toChoice(KNOWN_LINES.find((line) => line.scac === scac || line.otherPrefixes.includes(scac)))
}

export function findBuiltInLineByOwner(prefix: string): LineChoice | null {
  return toChoice(KNOWN_LINES.find(({ owners }) => owners.includes(prefix)))
}

export function findBuiltInLineByFormat(number: string): { line: LineChoice | null; isBooking: boolean } | null {
  const format = NUMBER_FORMATS.find(({ pattern }) => pattern.test(number))
  return format ? { line: findBuiltInLine(format.scac), isBooking: format.isBooking } : null
}

function toChoice(line: KnownLine | undefined): LineChoice | null {
  return line ? { scac: line.scac, name: line.name } : null
}
