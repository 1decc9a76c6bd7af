// The texts and secrets with which a computer joins an office.
import { createHash, createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readAddress } from '#engine/office/joining/address.ts'
import { drawLogin, toSlug } from '#engine/office/joining/logins.ts'
import {
  type Invitation,
  isInvitation,
  readInvitation,
  readMembership,
  writeInvitation,
  writeMembership,
} from '#engine/office/joining/membership.ts'
import { openKey, sealKey } from '#engine/office/joining/sealing.ts'
import { createVerifier, drawPassword, drawSecret } from '#engine/office/joining/secrets.ts'
import { createRandom } from '#engine/outside/random.ts'
import { getErrorCode } from '#support/error-code.ts'

const random = createRandom()
const codeOf = (work: () => unknown) => getErrorCode(Promise.resolve().then(work))

describe('logins', () => {
  test.each([
    ['Maria', 'maria'],
    ['Jürgen Weiß-Schäfer', 'jurgen_weiss_schafer'],
    ['Łukasz Żółć', 'lukasz_zolc'],
    ['Søren Ærø', 'soren_aero'],
    ['İpek Işık', 'ipek_isik'],
    ['王芳', 'member'],
    ['王 Fang', 'fang'],
    ['Ярослав', 'member'],
    ['3PL desk', 'member_3pl_desk'],
    ['PG', 'member_pg'],
    ['pg Admin', 'member_pg_admin'],
    ['Pgurt', 'pgurt'],
    ['  --  ', 'member'],
    [`Robert'); DROP ROLE ada; --`, 'robert_drop_role_ada'],
    ['x'.repeat(60), 'x'.repeat(26)],
    [`${'x'.repeat(25)} y`, 'x'.repeat(25)],
  ])('%s becomes %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
  })

  test('each login is another one, and fits what the office takes', () => {
    const names = ['9'.repeat(60), 'pg_'.repeat(20), 'Ada', '王']
    const logins = names.flatMap((name) => Array.from({ length: 50 }, () => drawLogin(name, random)))
    for (const login of logins) expect(login).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
    expect(new Set(logins).size).toBe(logins.length)
  })
})

describe('what the server stores of a password', () => {
  test('it accepts the proof of RFC 7677, and proves itself as there', () => {
    const salt = 'W22ZaJ0SNY7soEsUEjb6gQ=='
    const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
    const messages = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=${salt},i=4096,c=biws,r=${nonce}`
    const verifier = createVerifier('pencil', Buffer.from(salt, 'base64'))
    const [, iterations, storedSalt, storedKey = '', serverKey = ''] = verifier.split(/[$:]/)
    expect([iterations, storedSalt]).toEqual(['4096', salt])
    const sign = (key: string) => createHmac('sha256', Buffer.from(key, 'base64')).update(messages).digest()
    expect(sign(serverKey).toString('base64')).toBe('6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')
    const proof = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64')
    const signature = sign(storedKey)
    const clientKey = proof.map((byte, index) => byte ^ (signature[index] ?? 0))
    expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey)
  })
})

describe('the sealed key', () => {
  const secret = drawSecret(random)
  const sealed = sealKey('the key', secret, 1, random)

  test('opens with its secret, for its space', () => {
    expect(openKey(sealed, secret, 1)).toBe('the key')
    expect(openKey(sealed, secret, 2)).toBeNull()
    expect(openKey(sealed, drawSecret(random), 1)).toBeNull()
    expect(sealKey('the key', secret, 1, random)).not.toBe(sealed)
  })

  test('does not open after any change', () => {
    const bytes = Buffer.from(sealed, 'base64url')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(openKey(changed.toString('base64url'), secret, 1), `byte ${index}`).toBeNull()
      expect(openKey(bytes.subarray(0, index).toString('base64url'), secret, 1), `${index} bytes`).toBeNull()
    }
  })
})

const invitation: Invitation = {
  ...{ v: 1, office: 'Meyer Spedition', name: '王芳', host: 'db.example', port: 5432, database: 'quaywatch' },
  ...{ user: 'member_abc123', password: drawPassword(random), fingerprint: null, space: 1, secret: drawSecret(random) },
}
const link = writeInvitation(invitation)
const toLink = (content: unknown) => `quaywatch://office#${Buffer.from(JSON.stringify(content)).toString('base64url')}`

describe('an invitation', () => {
  test('is read as it was written, also from a mail that breaks lines', () => {
    const middle = link.length / 2
    const wrapped = ` ${link.slice(0, middle)}\r\n  ${link.slice(middle)}\n`
    for (const text of [link, wrapped, link.replace('office#', 'office/#')]) {
      expect(isInvitation(text)).toBe(true)
      expect(readInvitation(text)).toEqual(invitation)
    }
    expect(isInvitation('postgres://ada:secret@host/quaywatch')).toBe(false)
  })

  test.each([
    ['no content', 'quaywatch://office#'],
    ['another link', 'quaywatch://container/MSCU1234567'],
    ['no JSON', 'quaywatch://office#abcd'],
    ['a later version', toLink({ ...invitation, v: 2 })],
    ['no secret', toLink({ ...invitation, secret: undefined })],
    ['a short secret', toLink({ ...invitation, secret: 'abc' })],
    ['a port that is none', toLink({ ...invitation, port: 70_000 })],
    ['an empty host', toLink({ ...invitation, host: '' })],
    ['a fingerprint that is none', toLink({ ...invitation, fingerprint: 'AA:BB' })],
    ['a name that is too long', toLink({ ...invitation, name: 'x'.repeat(501) })],
    ['a huge text', toLink({ ...invitation, more: 'x'.repeat(1_000_000) })],
    ['a list', toLink([invitation])],
  ])('with %s is refused', async (_, text) => {
    expect(await codeOf(() => readInvitation(text))).toBe('office/invitation-invalid')
  })

  test('is refused wherever it was cut off', async () => {
    for (let length = 0; length < link.length; length++)
      expect(await codeOf(() => readInvitation(link.slice(0, length))), `${length}`).toBe('office/invitation-invalid')
  })
})

describe('a membership', () => {
  const stored = { ...invitation, password: 'of this computer', oneTimePassword: invitation.password }

  test('is read as it was written', () => {
    const { host, port, database, user, fingerprint, secret } = invitation
    expect(readMembership(writeMembership(stored))).toEqual({
      address: { host, port, database, user, password: 'of this computer', fingerprint },
      space: 1,
      kind: 'desktop',
      oneTimePassword: invitation.password,
      secret,
    })
    const simple = readMembership(writeMembership({ ...stored, office: '', oneTimePassword: null, secret: null }))
    expect(simple).toMatchObject({ oneTimePassword: null, secret: null })
  })

  test.each([
    ['nothing', ''],
    ['a part', writeMembership(stored).slice(0, -1)],
    ['no password', JSON.stringify({ ...stored, password: '' })],
    ['too much', writeMembership({ ...stored, office: 'x'.repeat(8000) })],
  ])('of %s is refused', async (_, text) => {
    expect(await codeOf(() => readMembership(text))).toBe('office/invitation-invalid')
  })
})

describe('the address of a database', () => {
  test.each([
    ['postgres://ada:pass@host/db', ['host', 5432, 'db', 'ada', 'pass']],
    [
      ' postgresql://ada:p%40ss%2F@db.example:6543/my%20db?sslmode=require ',
      ['db.example', 6543, 'my db', 'ada', 'p@ss/'],
    ],
    ['postgres://ada:pass@[::1]:5433/db', ['::1', 5433, 'db', 'ada', 'pass']],
  ])('%s is read', (text, expected) => {
    const { host, port, database, user, password } = readAddress(text)
    expect([host, port, database, user, password]).toEqual(expected)
  })

  test.each([
    ...['', 'db.example', 'https://ada:pass@host/db', 'postgres://host/db', 'postgres://ada@host/db'],
    ...[
      'postgres://ada:pass@host',
      'postgres://ada:pass@/db',
      'postgres://ada:p%ss@host/db',
      `postgres://ada:pass@host/${'x'.repeat(501)}`,
    ],
  ])('%s is refused, and the failure has no password', async (text) => {
    const failure: unknown = await Promise.resolve(text)
      .then(readAddress)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'office/address-invalid', details: {} })
    expect(inspect(failure)).not.toContain('pass@')
  })
})
