// The files that say how this computer reaches the database of its office: of a desktop without, of the daemon with the
// account. They are files because they have a password, which every user of a computer could read on the command line.
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { Fingerprint } from '#contract/office.ts'
import { parseAddress } from '#engine/office/joining/address.ts'
import type { Membership } from '#engine/office/office.ts'
import { parseServiceUrl } from './option-values.ts'
import { StartProblem } from './start-problem.ts'

export type OfficeFile = Omit<Membership, 'device'>

const schema = z.strictObject({
  url: z.url({ protocol: /^postgres(ql)?$/ }),
  fingerprint: Fingerprint.nullable().default(null),
  space: z.int().positive(),
  kind: z.enum(['daemon', 'desktop']).default('desktop'),
})

const accountSchema = z.strictObject({
  serviceUrl: z.string(),
  apiKey: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  office: schema.omit({ kind: true }),
})

/** An account of the daemon. */
export type AccountFile = { serviceUrl: string; apiKey: string; office: OfficeFile }

const OFFICE_EXAMPLE = '{"url":"postgres://login:password@host/database","space":1}'

/** Throws a `StartProblem` if the file cannot be used. */
export function readOfficeFile(path: string, platform: NodeJS.Platform): OfficeFile {
  const text = readFile(path, platform !== 'win32')
  return parse(path, OFFICE_EXAMPLE, () => toOffice(schema.parse(JSON.parse(text))))
}

/** `isProtected`: the system itself protects the file. Throws a `StartProblem` if the file cannot be used. */
export function readAccountFile(path: string, platform: NodeJS.Platform, isProtected: boolean): AccountFile {
  const text = readFile(path, !isProtected && platform !== 'win32')
  const example = `{"serviceUrl":"https://host/v2","apiKey":"…","office":${OFFICE_EXAMPLE}}`
  return parse(path, example, () => {
    const { serviceUrl, apiKey, office } = accountSchema.parse(JSON.parse(text))
    return { serviceUrl: parseServiceUrl(serviceUrl), apiKey, office: toOffice({ ...office, kind: 'daemon' }) }
  })
}

/** `isPrivate`: refuses a file that other users can read. */
function readFile(path: string, isPrivate: boolean): string {
  try {
    if (isPrivate && (statSync(path).mode & 0o077) !== 0)
      throw new StartProblem(`Other users can read ${path}, which has a password. Run: chmod 600 ${path}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`${path} cannot be read. Give another one.`, { cause: error })
  }
}

function parse<Value>(path: string, example: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof StartProblem) throw cause
    throw new StartProblem(`${path} is not a file of an office, such as ${example}.`, { cause })
  }
}

function toOffice({ fingerprint, space, kind, url }: z.infer<typeof schema>): OfficeFile {
  return { address: { ...parseAddress(url), fingerprint }, space, kind }
}
