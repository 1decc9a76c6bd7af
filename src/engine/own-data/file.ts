// The file format of own data: text with its kind, the version that wrote it, and a checksum over all of its content.
// Any other file is refused with a code, before anything changes.
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
const Computer = ComputerSettings.extend({ looks: ComputerSettings.shape.looks.optional() })

export type OwnData = {
  madeAt: string
  serviceUrl: string
  computer: z.infer<typeof Computer> | null
  parts: Partial<Record<OwnPart, OwnRow[]>>
}

/** Also for a file whose rows have not been checked. */
type ChecksummedData = Omit<OwnData, 'parts'> & { parts: Record<string, unknown> }

const Head = z.object({ format: z.literal(FORMAT), version: z.int().min(1), checksum: z.string() })
const Body = z.object({
  madeAt: Instant,
  serviceUrl: z.string().max(2_000),
  computer: Computer.nullable(),
  parts: z.record(z.string(), z.array(z.unknown())),
})

/** `about`: lines for a user who opens the file in an editor. */
export function writeFile(data: OwnData, about: readonly string[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, about, checksum: checksumOf(data), ...data }, null, 1)
}

/** In steps, because a file may be large. Throws `own-data/not-ours`, `own-data/newer` or `own-data/damaged`. */
export function* readFile(text: string): Generator<void, OwnData> {
  const parsed = parse(text)
  const head = Head.safeParse(parsed)
  if (!head.success) throw new AppError('own-data/not-ours')
  if (head.data.version > VERSION) throw new AppError('own-data/newer', { version: head.data.version })
  const body = Body.safeParse(parsed)
  if (!body.success) throw new AppError('own-data/damaged')
  const parts: OwnData['parts'] = {}
  for (const { part, row } of sections) {
    const rows = body.data.parts[part]
    if (!rows) continue
    const read: OwnRow[] = []
    for (const raw of rows) {
      const found = row.safeParse(raw)
      if (!found.success) throw new AppError('own-data/damaged', { part })
      read.push(found.data)
      if (read.length % ROWS_PER_STEP === 0) yield
    }
    parts[part] = read
  }
  if (Object.keys(body.data.parts).length !== Object.keys(parts).length)
    throw new AppError('own-data/newer', { version: head.data.version })
  const data: OwnData = {
    madeAt: body.data.madeAt,
    serviceUrl: body.data.serviceUrl,
    computer: body.data.computer,
    parts,
  }
  if (checksumOf({ ...data, parts: body.data.parts }) !== head.data.checksum) throw new AppError('own-data/damaged')
  return data
}

const ROWS_PER_STEP = 200

/** An incomplete file of ours still begins like one. */
function parse(text: string): unknown {
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
function checksumOf({ madeAt, serviceUrl, computer, parts }: ChecksummedData): string {
  const computerText =
    computer &&
    [computer.theme, computer.metered, computer.sparesBattery, computer.keys, computer.looks].filter(
      (value) => value !== undefined,
    )
  return createHash('sha256')
    .update(JSON.stringify([VERSION, madeAt, serviceUrl, computerText, parts]))
    .digest('hex')
}
