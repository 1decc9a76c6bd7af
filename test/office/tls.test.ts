// TLS between computers. These tests know the certificate of the server, so they run on a server of this run only.
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import tls from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toOfficeFailure } from '#engine/office/failures.ts'
import { connect } from '#support/office-databases.ts'
import { createOffice } from '#support/office.ts'
import { readValue } from '#support/office-calls.ts'
import { CERT, KEY } from '#support/proxies.ts'

const PASSWORD = 'a password for tests'
const FINGERPRINT = new X509Certificate(CERT).fingerprint256
/** The loopback address in a spelling that counts as another computer. */
const LIKE_ANOTHER_COMPUTER = '127.1'
/** In this spelling it counts as another computer too. */
const NAME_IN_CERTIFICATE = 'LOCALHOST'
const isEncrypted = '(SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid())'

const open = () => createOffice(inject('officeTemplates'))
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toOfficeFailure(error),
  )
const codeOf = async (work: Promise<unknown>) => (await failureOf(work))?.code ?? null

test('a connection within this computer is plain', async () => {
  const { owner } = await open()
  expect(await readValue(owner, isEncrypted)).toBe(false)
})

test('a connection to the pinned certificate is encrypted', async () => {
  const { address } = await open()
  const connection = await connect({ ...address, host: LIKE_ANOTHER_COMPUTER, fingerprint: FINGERPRINT })
  expect(await readValue(connection, isEncrypted)).toBe(true)
  await connection.close()
})

test('another certificate than the pinned one is refused, also on this computer', async () => {
  const { address } = await open()
  const fingerprint = FINGERPRINT.replace(/^../, '00')
  expect(await codeOf(connect({ ...address, fingerprint }))).toBe('office/certificate')
  expect(await codeOf(connect({ ...address, host: LIKE_ANOTHER_COMPUTER, fingerprint }))).toBe('office/certificate')
})

test('a certificate of no known authority is refused, and accepted with the fingerprint of the refusal', async () => {
  const address = { ...(await open()).address, host: LIKE_ANOTHER_COMPUTER }
  const refusal = await failureOf(connect(address))
  expect(refusal).toMatchObject({ code: 'office/certificate', details: { fingerprint: FINGERPRINT } })
  await (await connect({ ...address, fingerprint: FINGERPRINT })).close()
  // A certificate that replaced the pinned one needs a new invitation, and no consent.
  const other = await failureOf(connect({ ...address, fingerprint: FINGERPRINT.replace(/^../, '00') }))
  expect(other?.details).toEqual({})
})

/** A server that asks for the password in clear. `received`: all that it got until the connection ended. */
async function startCuriousServer(): Promise<{ port: number; received: Promise<string> }> {
  const { promise: received, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      let text = ''
      const secure = new tls.TLSSocket(socket, { isServer: true, key: KEY, cert: CERT })
      secure.on('error', () => undefined)
      secure.on('close', () => resolve(text))
      secure.on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1')
        if (text.includes(PASSWORD)) secure.destroy()
        else secure.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, received }
}

test.each([
  ['no password', 'no pinned certificate', null, false],
  ['no password', 'another pinned certificate', FINGERPRINT.replace(/^../, '00'), false],
  ['the password', 'its pinned certificate', FINGERPRINT, true],
])('a server gets %s with %s', async (_, __, fingerprint, isSent) => {
  const { port, received } = await startCuriousServer()
  const login = { database: 'office', user: 'ben', password: PASSWORD }
  const failure = await failureOf(connect({ host: LIKE_ANOTHER_COMPUTER, port, ...login, fingerprint }))
  expect(failure?.code).toBe(isSent ? 'office/unreachable' : 'office/certificate')
  expect((await received).includes(PASSWORD)).toBe(isSent)
})

test('a certificate of an authority that this computer trusts is accepted for its own name only', async () => {
  const { address } = await open()
  const authorities = tls.getCACertificates('default')
  onTestFinished(() => tls.setDefaultCACertificates(authorities))
  tls.setDefaultCACertificates([...authorities, CERT])
  const connection = await connect({ ...address, host: NAME_IN_CERTIFICATE })
  expect(await readValue(connection, isEncrypted)).toBe(true)
  await connection.close()
  expect(await codeOf(connect({ ...address, host: LIKE_ANOTHER_COMPUTER }))).toBe('office/certificate')
})
