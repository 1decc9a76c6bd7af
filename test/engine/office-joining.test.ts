// The calls about an office, on an engine without one. test/office/joining.test.ts has the others, on a real server.
import { expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'

const ADDRESS = 'postgres://ada:secret@127.0.0.1/quaywatch'
const NAMES = { officeName: 'Meyer', memberName: 'Ada' }

const check = ({ client }: TestEngine, address: string) => client.call('office.check', { address, fingerprint: null })

test('an account without a key and without an office has no office, and cannot create one', async () => {
  const engine = await startTestEngine({ apiKey: null })
  const { client } = engine
  expect(await client.call('office.get', {})).toBeNull()
  const creation = client.call('office.create', { address: ADDRESS, fingerprint: null, ...NAMES })
  expect(await getErrorCode(creation)).toBe('office/no-key')
  const invitation = client.call('office.invite', { name: 'Ben', role: 'operator', canLead: false })
  expect(await getErrorCode(invitation)).toBe('office/not-a-member')
})

test('an address that leads nowhere is named as such', async () => {
  const engine = await startTestEngine({ apiKey: null })
  expect(await getErrorCode(check(engine, 'db.example'))).toBe('office/address-invalid')
  expect(await getErrorCode(check(engine, 'quaywatch://office#cut'))).toBe('office/invitation-invalid')
  expect(await getErrorCode(check(engine, ADDRESS))).toBe('office/unreachable')
})
