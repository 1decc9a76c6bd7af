// Addresses of databases, as administrators and providers write them.
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { PostgresAddress } from '../../outside/postgres.ts'

const DEFAULT_PORT = 5432
const required = z.string().min(1).max(500)

/**
 * Reads `postgres://login:password@host:port/database`. Options after `?` do not count: Quaywatch requires TLS between
 * computers in any case. The password may be empty. Throws for every other text.
 */
export function parseAddress(text: string): Omit<PostgresAddress, 'fingerprint'> {
  const { protocol, hostname, port, pathname, username, password } = new URL(text.trim())
  if (!/^postgres(ql)?:$/.test(protocol)) throw new Error('The address is of another program.')
  return {
    host: required.parse(decodeURIComponent(hostname).replaceAll(/^\[|\]$/g, '')),
    port: Number(port || DEFAULT_PORT),
    database: required.parse(decodeURIComponent(pathname.slice(1))),
    user: required.parse(decodeURIComponent(username)),
    password: decodeURIComponent(password),
  }
}

/** The same for an address that a user entered, which must have a password. Throws `office/address-invalid`. */
export function readAddress(text: string): Omit<PostgresAddress, 'fingerprint'> {
  try {
    const address = parseAddress(text)
    return { ...address, password: required.parse(address.password) }
  } catch {
    // The cause has the password.
    throw new AppError('office/address-invalid')
  }
}
