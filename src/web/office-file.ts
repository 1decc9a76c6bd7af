// The file of --office: how this computer reaches the database of its office. It is a file because it has a password,
// which every user of a computer could read on the command line.
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import type { Membership } from '#engine/office/office.ts'
import { StartProblem } from './start-problem.ts'

export type OfficeFile = Omit<Membership, 'device'>

/** `fingerprint`: SHA-256 of the server's certificate, as `openssl x509 -fingerprint -sha256` writes it. */
const schema = z.strictObject({
  url: z.url({ protocol: /^postgres(ql)?$/ }),
  fingerprint: z
    .string()
    .regex(/^([\dA-F]{2}:){31}[\dA-F]{2}$/)
    .nullable()
    .default(null),
  space: z.int().positive(),
  kind: z.enum(['daemon', 'desktop']).default('desktop'),
})

/** Throws a `StartProblem` if the file cannot be used. */
export function readOfficeFile(path: string, platform: NodeJS.Platform): OfficeFile {
  return parse(path, readPrivateFile(path, platform))
}

function readPrivateFile(path: string, platform: NodeJS.Platform): string {
  try {
    if (platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new StartProblem(`Other users can read ${path}, which has a password. Run: chmod 600 ${path}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`${path} cannot be read. Give the file of your office with --office.`, { cause: error })
  }
}

function parse(path: string, text: string): OfficeFile {
  try {
    const { fingerprint, space, kind, url } = schema.parse(JSON.parse(text))
    return { address: { ...parseUrl(url), fingerprint }, space, kind }
  } catch (cause) {
    throw new StartProblem(
      `${path} is not a file of an office, such as {"url":"postgres://login:password@host/database","space":1}.`,
      { cause },
    )
  }
}

/** Throws if the address has no host, login or database, or an escape that cannot be decoded. */
function parseUrl(url: string): Omit<OfficeFile['address'], 'fingerprint'> {
  const { hostname, port, pathname, username, password } = new URL(url)
  const required = z.string().min(1)
  return {
    host: required.parse(hostname.replace(/^\[|\]$/g, '')),
    port: Number(port || 5432),
    database: required.parse(decodeURIComponent(pathname.slice(1))),
    user: required.parse(decodeURIComponent(username)),
    password: decodeURIComponent(password),
  }
}
