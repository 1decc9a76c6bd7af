// TLS between computers. These tests know the certificate of the server, so they run on a server of this run only.
import { X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toOfficeFailure } from '#engine/office/failures.ts'
import { connect } from '#support/office-databases.ts'
import { createOffice } from '#support/office.ts'
import { readValue } from '#support/office-calls.ts'
import { CERT } from '#support/proxies.ts'

const FINGERPRINT = new X509Certificate(CERT).fingerprint256
/** The loopback address in a spelling that counts as another computer. */
const LIKE_ANOTHER_COMPUTER = '127.1'
/** In this spelling it counts as another computer too. */
const NAME_IN_CERTIFICATE = 'LOCALHOST'
const isEncrypted = '(SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid())'

const open = () => createOffice(inject('officeTemplates'))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toOfficeFailure(error).code,
  )

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

test('a certificate of no known authority is refused without a fingerprint', async () => {
  const { address } = await open()
  expect(await codeOf(connect({ ...address, host: LIKE_ANOTHER_COMPUTER }))).toBe('office/certificate')
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
