// The parts of a seed in the office: who stores them, and which of them members read.
import { describe, expect, inject, test } from 'vitest'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { MAIN, NO_RIGHT, OTHER, endLease, lead, readValue, refusal } from '#support/office-calls.ts'
import { OFFICES, openOffice } from '#support/office-kinds.ts'

const [FIRST, SECOND] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

const store = (leader: PostgresConnection, fence: number, stamp: string, n: number, body = `part ${n}`) =>
  readValue<boolean>(leader, 'office.store_seed_part($1, $2, $3, $4, $5)', [MAIN, fence, stamp, n, body])
const finish = (leader: PostgresConnection, fence: number, stamp: string, parts: number) =>
  readValue<boolean>(leader, 'office.finish_seed($1, $2, $3, $4, $5)', [MAIN, fence, stamp, parts, 'facts'])
const list = (member: Pick<PostgresConnection, 'query'>) =>
  member.query('SELECT stamp, n, body FROM office.seed ORDER BY stamp, n')

describe.each(OFFICES)('in an office of the %s', (kind) => {
  const open = async () => {
    const office = await openOffice(inject('officeTemplates'), kind)
    const [lea, rita] = await Promise.all([office.connectAs('lea'), office.connectAs('rita')])
    return { ...office, lea, rita, fence: await lead(lea) }
  }

  test('a finished seed replaces the one before', async () => {
    const { lea, rita, fence } = await open()
    for (const stamp of [FIRST, SECOND]) {
      expect(await store(lea, fence, stamp, 1)).toBe(true)
      expect(await store(lea, fence, stamp, 2)).toBe(true)
      expect(await finish(lea, fence, stamp, 2)).toBe(true)
      expect(await list(rita)).toEqual([
        { stamp, n: 0, body: 'facts' },
        { stamp, n: 1, body: 'part 1' },
        { stamp, n: 2, body: 'part 2' },
      ])
    }
  })

  test('the first part removes an unfinished seed, and no finished one', async () => {
    const { lea, rita, fence } = await open()
    await store(lea, fence, FIRST, 1)
    await finish(lea, fence, FIRST, 1)
    await store(lea, fence, SECOND, 1)
    await store(lea, fence, crypto.randomUUID(), 1)
    expect(await rita.query('SELECT n FROM office.seed WHERE stamp = $1 ORDER BY n', [FIRST])).toEqual([
      { n: 0 },
      { n: 1 },
    ])
    expect(await rita.query('SELECT n FROM office.seed WHERE stamp = $1', [SECOND])).toEqual([])
  })

  test('a seed that lacks a part does not become valid', async () => {
    const { lea, rita, fence } = await open()
    await store(lea, fence, FIRST, 1)
    await store(lea, fence, FIRST, 3)
    expect(await finish(lea, fence, FIRST, 3)).toBe(false)
    expect(await rita.query('SELECT n FROM office.seed WHERE n = 0')).toEqual([])
  })

  test('a part has a number from 1 and a limited size, and is stored once', async () => {
    const { lea, fence } = await open()
    await store(lea, fence, FIRST, 2)
    expect(await refusal(store(lea, fence, FIRST, 0))).toBe('22023')
    expect(await refusal(store(lea, fence, FIRST, 3, 'x'.repeat(524_289)))).toBe('23514')
    expect(await refusal(store(lea, fence, FIRST, 2))).toBe('23505')
  })

  test('only the holder of the lease stores and finishes a seed', async () => {
    const { connectAs, lea, rita, owner, fence } = await open()
    await store(lea, fence, FIRST, 1)
    await endLease(owner)
    expect([await store(lea, fence, FIRST, 2), await finish(lea, fence, FIRST, 1)]).toEqual([false, false])
    const leo = await connectAs('leo')
    const next = await lead(leo)
    expect([await store(lea, next, FIRST, 2), await finish(lea, next, FIRST, 1)]).toEqual([false, false])
    for (const member of [await connectAs('ada'), await connectAs('ben'), rita]) {
      expect(await refusal(store(member, next, FIRST, 2))).toBe(NO_RIGHT)
      expect(await refusal(finish(member, next, FIRST, 1))).toBe(NO_RIGHT)
    }
  })

  test('a member does not see the seed of another space', async () => {
    const { connectAs, rita, owner } = await open()
    const sql = `INSERT INTO office.seed (space, stamp, n, body) VALUES ($1, $2, 0, 'facts')`
    await owner.query(sql, [OTHER, FIRST])
    expect(await list(rita)).toEqual([])
    expect(await list(await connectAs('ada'))).toHaveLength(1)
  })
})
