// What a prefix alone says about the line, if neither the service's list nor the saved records know it. Contains the
// public codes of the larger carriers, not of all. Leased containers are left out, because every line carries them.
// Used only as a suggestion.
import type { LineChoice } from '#contract/tracking.ts'

type KnownLine = LineChoice & {
  /** Prefixes of the line's master bills and bookings besides the SCAC itself. */
  alsoAs: readonly string[]
  /** Owner codes of the line's own containers (ISO 6346). */
  owners: readonly string[]
}

const KNOWN_LINES: readonly KnownLine[] = [
  {
    scac: 'MAEU',
    name: 'Maersk',
    alsoAs: ['SAFM', 'SEAU', 'SUDU', 'MCPU'],
    owners: ['MAEU', 'MSKU', 'MRKU', 'MRSU', 'MNBU', 'MSWU', 'SUDU', 'SEAU', 'PONU'],
  },
  { scac: 'MSCU', name: 'MSC', alsoAs: ['MEDU'], owners: ['MSCU', 'MEDU', 'MSDU', 'MSMU', 'MSPU'] },
  { scac: 'CMDU', name: 'CMA CGM', alsoAs: ['ANNU', 'CHNL'], owners: ['CMAU', 'CGMU', 'ECMU', 'CMCU'] },
  {
    scac: 'HLCU',
    name: 'Hapag-Lloyd',
    alsoAs: ['HLXU', 'UASU', 'CSVV'],
    owners: ['HLXU', 'HLBU', 'HLCU', 'HAMU', 'UACU', 'FANU'],
  },
  { scac: 'ONEY', name: 'ONE', alsoAs: ['NYKS', 'MOLU', 'KKLU'], owners: ['ONEU', 'NYKU', 'KKFU', 'KKTU', 'MOTU'] },
  { scac: 'COSU', name: 'COSCO', alsoAs: [], owners: ['COSU', 'CBHU', 'CCLU', 'CSLU', 'CSNU'] },
  { scac: 'OOLU', name: 'OOCL', alsoAs: [], owners: ['OOLU', 'OOCU'] },
  { scac: 'EGLV', name: 'Evergreen', alsoAs: [], owners: ['EGHU', 'EGSU', 'EISU', 'EITU', 'EMCU'] },
  { scac: 'YMLU', name: 'Yang Ming', alsoAs: ['YMJA'], owners: ['YMLU', 'YMMU', 'YMCU'] },
  { scac: 'HDMU', name: 'HMM', alsoAs: [], owners: ['HDMU', 'HMMU', 'KOCU'] },
  { scac: 'ZIMU', name: 'ZIM', alsoAs: ['GSLU'], owners: ['ZIMU', 'ZCSU', 'ZCLU', 'JXLU'] },
  { scac: 'WHLC', name: 'Wan Hai', alsoAs: ['WHLU'], owners: ['WHLU', 'WHSU', 'WHCU'] },
  { scac: 'SMLM', name: 'SM Line', alsoAs: [], owners: ['SMCU'] },
  { scac: 'MATS', name: 'Matson', alsoAs: [], owners: ['MATU'] },
  { scac: 'APLU', name: 'APL', alsoAs: [], owners: ['APHU', 'APZU'] },
]

export const builtInLines: readonly LineChoice[] = KNOWN_LINES.map(({ scac, name }) => ({ scac, name }))

/** Formats that only one line is known to use; several lines use other numbers of letters and digits. */
const SHAPES: readonly { shape: RegExp; scac: string; isBooking: boolean }[] = [
  { shape: /^EBKG\d{8}$/, scac: 'MSCU', isBooking: true },
]

export function builtInLine(scac: string): LineChoice | null {
  return choiceOf(KNOWN_LINES.find((line) => line.scac === scac || line.alsoAs.includes(scac)))
}

export function builtInLineByOwner(prefix: string): LineChoice | null {
  return choiceOf(KNOWN_LINES.find(({ owners }) => owners.includes(prefix)))
}

export function builtInLineByShape(number: string): { line: LineChoice | null; isBooking: boolean } | null {
  const found = SHAPES.find(({ shape }) => shape.test(number))
  return found ? { line: builtInLine(found.scac), isBooking: found.isBooking } : null
}

function choiceOf(line: KnownLine | undefined): LineChoice | null {
  return line ? { scac: line.scac, name: line.name } : null
}
