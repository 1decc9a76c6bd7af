// Formats and parses files of own data: JSON text with the name of the format, its version, and a checksum of the
// content. Any other file is refused with an error code, before anything changes.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ComputerSettings, type OwnPart } from '#contract/own-data.ts'
import { AppError } from '#contract/errors.ts'
import { Instant } from '#contract/values.ts'
import { type OwnRow, sections } from './sections.ts'

const FORMAT = 'quaywatch-own-data'
/** Raised when a part is added or a column changes. An older build then reports that it is too old. */
const VERSION = 1

/** An older build may have stored fewer computer settings. Settings that are not in the file stay unchanged. */
const StoredComputer = ComputerSettings.extend({ looks: ComputerSettings.shape.looks.optional() })

export type OwnData = {
  madeAt: string
  serviceUrl: string
  computer: z.infer<typeof StoredComputer> | null
  parts: Partial<Record<OwnPart, OwnRow[]>>
}

/** The data of a checksum, also of a file whose rows have not been checked yet. */
type ChecksummedData = Omit<OwnData, 'parts'> & { parts: Record<string, unknown> }

const Head = z.object({ format: z.literal(FORMAT), version: z.int().min(1), checksum: z.string() })
const Body = z.object({
  madeAt: Instant,
  serviceUrl: z.string().max(2_000),
  computer: StoredComputer.nullable(),
  parts: z.record(z.string(), z.array(z.unknown())),
})

/** `about`: lines for a user who opens the file in an editor. */
export function formatFile(data: OwnData, about: readonly string[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, about, checksum: computeChecksum(data), ...data }, null, 1)
}

/** In steps, because a file may be large. Throws `own-data/not-ours`, `own-data/newer` or `own-data/damaged`. */
export function* parseFile(text: string): Generator<void, OwnData> {
  const parsed = parseJson(text)
  const head = Head.safeParse(parsed)
  if (!head.success) throw new AppError('own-data/not-ours')
  if (head.data.version > VERSION) throw new AppError('own-data/newer', { version: head.data.version })
  const body = Body.safeParse(parsed)
  if (!body.success) throw new AppError('own-data/damaged')
  const parts: OwnData['parts'] = {}
  for (const { part, row } of sections) {
    const rows = body.data.parts[part]
    if (!rows) continue
    const checkedRows: OwnRow[] = []
    for (const value of rows) {
      const parsedRow = row.safeParse(value)
      if (!parsedRow.success) throw new AppError('own-data/damaged', { part })
      checkedRows.push(parsedRow.data)
      if (checkedRows.length % ROWS_PER_STEP === 0) yield
    }
    parts[part] = checkedRows
  }
  if (Object.keys(body.data.parts).length !== Object.keys(parts).length)
    throw new AppError('own-data/newer', { version: head.data.version })
  const data: OwnData = {
    madeAt: body.data.madeAt,
    serviceUrl: body.data.serviceUrl,
    computer: body.data.computer,
    parts,
  }
  if (computeChecksum({ ...data, parts: body.data.parts }) !== head.data.checksum)
    throw new AppError('own-data/damaged')
  return data
}

const ROWS_PER_STEP = 200

/** Parses the text. An incomplete file of own data still has the beginning of one, so it counts as damaged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new AppError(
      new RegExp(`^\uFEFF?\\s*\\{\\s*"format":\\s*"${FORMAT}"`).test(text) ? 'own-data/damaged' : 'own-data/not-ours',
      {},
      error,
    )
  }
}

/** The checksum of the content, independent of the layout. */
function computeChecksum({ madeAt, serviceUrl, computer, parts }: ChecksummedData): string {
  const computerText =
    computer &&
    [computer.theme, computer.metered, computer.sparesBattery, computer.keys, computer.looks].filter(
      (value) => value !== undefined,
    )
  return createHash('sha256')
    .update(JSON.stringify([VERSION, madeAt, serviceUrl, computerText, parts]))
    .digest('hex')
}
