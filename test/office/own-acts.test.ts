// Own data that three desktops of an office share: what each shows, which of two changes counts, and that no words are
// lost.
import { describe, expect, test } from 'vitest'
import { migrations } from '#engine/office/migrations/index.ts'
import { stopMarking } from '#engine/mirror/feed/marks.ts'
import { container } from '#support/mirror.ts'
import { type Querying, act, readCounter, readValue } from '#support/office-calls.ts'
import { Crash, type Desktop, type Fault } from '#support/office-desktop.ts'
import { IDS, at, copyOffice, createUser, openOffice, readOwn } from '#support/own-office.ts'
import { createSeededRandom } from '#support/seeded.ts'

test('what one member writes is on every desktop, also in its search, with the name of its author', async () => {
  const { lea, leo, ben, exchange, expectAll } = await openOffice()
  const user = createUser(ben)
  await user.assign(['1', '2'], 'Maria')
  await user.tag('1', ['urgent'])
  await user.note('3', 'Driver called')
  await user.setPriority(['Acme'], 'high')
  await exchange()
  expectAll({
    assignees: ['1 Maria', '2 Maria'],
    tags: ['1 urgent'],
    notes: ['3 Driver called'],
    priorities: ['Acme high'],
  })
  for (const { db } of [lea, leo, ben])
    for (const word of ['driver', 'maria', 'urgent'])
      expect(db.value('SELECT count(*) FROM search_entry WHERE words LIKE ?', `%${word}%`), word).toBeGreaterThan(0)
  for (const desktop of [lea, leo, ben])
    expect(await createUser(desktop).listNotes('3')).toMatchObject({
      notes: [{ text: 'Driver called', author: 'ben' }],
    })
})

test('what a member removes is removed on every desktop', async () => {
  const { lea, ben, exchange, expectAll } = await openOffice()
  const user = createUser(ben)
  await user.assign(['1'], 'Maria')
  await user.tag('1', ['urgent'])
  await user.setPriority(['Acme'], 'low')
  const { notes } = await user.note('1', 'Driver called')
  await exchange()
  const other = createUser(lea, () => at(1))
  await other.assign(['1'], null)
  await other.tag('1', [], ['urgent'])
  await other.setPriority(['Acme'], 'normal')
  await other.changeNote(notes[0]!.id, null)
  await exchange()
  expectAll({ assignees: [], tags: [], notes: [], priorities: [] })
})

describe('two members who did not see each other’s change', () => {
  test('the later one counts, and the earlier one stays in the history', async () => {
    const { leo, ben, owner, exchange, expectAll } = await openOffice()
    await createUser(ben, () => at(5)).assign(['1'], 'Maria')
    await createUser(leo, () => at(3)).assign(['1'], 'ben')
    await exchange()
    expectAll({ assignees: ['1 Maria'] })
    expect(
      await owner.query('SELECT after::json->>$1 AS name, outcome FROM office.own_step ORDER BY at', ['name']),
    ).toEqual([
      { name: 'ben', outcome: expect.stringMatching(/^(taken|overtaken)$/) as string },
      { name: 'Maria', outcome: 'taken' },
    ])
  })

  test('a computer whose clock is ahead does not win by it', async () => {
    const { leo, ben, exchange, expectAll } = await openOffice()
    const farAhead = () => '2099-01-01T00:00:00.000Z'
    await createUser(ben, farAhead).assign(['1'], 'Tomorrow')
    await ben.runUntilIdle()
    await createUser(leo, farAhead).assign(['1'], 'Later')
    await exchange()
    expectAll({ assignees: ['1 Later'] })
  })

  test('a change that is dated in the future, by a clock that is right again, is as old as its sending', async () => {
    const { leo, ben, exchange, expectAll } = await openOffice()
    await createUser(ben, () => '2099-01-01T00:00:00.000Z').assign(['1'], 'Tomorrow')
    await ben.runUntilIdle()
    // It is sent at this time of its computer.
    await createUser(leo, () => at(24 * 60)).assign(['1'], 'Later')
    await exchange()
    expectAll({ assignees: ['1 Later'] })
  })

  test('tags do not replace each other', async () => {
    const { leo, ben, exchange, expectAll } = await openOffice()
    await createUser(ben).tag('1', ['urgent'])
    await createUser(leo).tag('1', ['reefer'])
    await exchange()
    expectAll({ tags: ['1 reefer', '1 urgent'] })
  })

  test('no words of a note are lost: the text that the office does not take becomes another note', async () => {
    const { leo, ben, exchange, expectAll } = await openOffice()
    const { notes } = await createUser(ben).note('1', 'Driver called')
    await exchange()
    const [note] = notes
    await createUser(leo, () => at(1)).changeNote(note!.id, 'Driver called twice')
    await createUser(ben, () => at(2)).changeNote(note!.id, 'Driver comes at noon')
    await leo.runUntilIdle()
    await exchange()
    expectAll({ notes: ['1 Driver called twice', '1 Driver comes at noon'] })
  })

  test('a note that one removes while another changes it stays', async () => {
    const { leo, ben, exchange, expectAll } = await openOffice()
    const { notes } = await createUser(ben).note('1', 'Driver called')
    await exchange()
    await createUser(leo, () => at(1)).changeNote(notes[0]!.id, 'Driver called twice')
    await createUser(ben, () => at(2)).changeNote(notes[0]!.id, null)
    await leo.runUntilIdle()
    await exchange()
    expectAll({ notes: ['1 Driver called twice'] })
  })
})

test('who had seen the present value replaces it, although the own clock is behind', async () => {
  const { leo, ben, exchange, expectAll } = await openOffice()
  await createUser(ben, () => at(60)).assign(['1'], 'Maria')
  await exchange()
  await createUser(leo, () => at(-60)).assign(['1'], 'ben')
  await exchange()
  expectAll({ assignees: ['1 ben'] })
})

test('an undo takes back the own change on every desktop, and not the later one of another member', async () => {
  const { leo, ben, exchange, expectAll } = await openOffice()
  const user = createUser(ben, () => at(1))
  const change = await user.assign(['1', '2'], 'Maria')
  await exchange()
  await createUser(leo, () => at(2)).assign(['2'], 'ben')
  await exchange()
  expect(await user.undo(change)).toEqual({ undone: 1 })
  await exchange()
  expectAll({ assignees: ['2 ben'] })
})

test('a change that is undone before it is sent leaves the note with its author', async () => {
  const { leo, ben, exchange } = await openOffice()
  const { notes } = await createUser(ben).note('1', 'Driver called')
  await exchange()
  const user = createUser(leo, () => at(1))
  await user.undo(await user.changeNote(notes[0]!.id, 'Driver called twice'))
  await exchange()
  expect((await user.listNotes('1')).notes).toMatchObject([{ text: 'Driver called', author: 'ben' }])
})

test('a note whose change was not sent yet has no author', async () => {
  const { leo, ben, exchange } = await openOffice()
  const { notes } = await createUser(ben).note('1', 'Driver called')
  await exchange()
  const user = createUser(leo, () => at(1))
  await user.changeNote(notes[0]!.id, 'Driver called twice')
  expect((await user.listNotes('1')).notes).toMatchObject([{ text: 'Driver called twice', author: null }])
  await exchange()
  expect((await user.listNotes('1')).notes).toMatchObject([{ text: 'Driver called twice', author: 'leo' }])
})

test('a turn in which neither side has news of own data is one question to the office', async () => {
  const { ben, exchange } = await openOffice()
  await createUser(ben).tag('1', ['urgent'])
  await exchange()
  expect(await ben.turn({ kind: 'crash', steps: 3 })).toBe(false)
})

test('a change whose answer was lost is stored once', async () => {
  const { ben, owner, exchange, expectAll } = await openOffice()
  await createUser(ben).note('1', 'Driver called')
  // Its statements are: the feed, the state of own data, and the change.
  for (let steps = 1; steps < 12; steps++) await ben.turn({ kind: 'lost', steps }).catch(() => undefined)
  await exchange()
  expectAll({ notes: ['1 Driver called'] })
  expect(await readValue(owner, '(SELECT count(*) FROM office.own_step)')).toBe(1)
})

test('a member who was offline for a week gets and gives everything', async () => {
  const { leo, ben, exchange, expectAll } = await openOffice()
  const [here, away] = [createUser(leo, () => at(10)), createUser(ben, () => at(20))]
  for (let n = 0; n < 700; n++) await here.tag('1', [`here ${n}`])
  for (let n = 0; n < 300; n++) await away.tag('2', [`away ${n}`])
  await exchange()
  expectAll({})
  expect(readOwn(leo)['tags']).toHaveLength(1_000)
  expect(readOwn(ben)).toEqual(readOwn(leo))
})

test('what the desktops had before the office is merged, and the newer of two entries counts', async () => {
  const before = (name: string, minutes: number) => (write: Desktop['write']) =>
    write((db) => {
      db.run('INSERT INTO own_assignee (container_id, name, at) VALUES (?, ?, ?)', '1', name, at(minutes))
      db.run('INSERT INTO own_tag (container_id, tag) VALUES (?, ?)', '2', `tag of ${name}`)
    })
  const { expectAll } = await openOffice({ lea: before('Lea', 1), leo: before('Leo', 2) })
  expectAll({ assignees: ['1 Leo'], tags: ['2 tag of Lea', '2 tag of Leo'] })
})

test('a desktop does not show an entry that is no own data of this program', async () => {
  const { ben, owner, exchange, expectAll, loginOf } = await openOffice()
  const insert = `INSERT INTO office.own (space, part, key, value, at, login, op, seq)
    VALUES (1, $1, $2, $3, clock_timestamp(), $4, gen_random_uuid(), office.next_number(1, 'own', 1))`
  const linkTo = (address: string) =>
    `{"id":"1","name":"TMS","address":"${address}","opened_by":null,"place":1,"changed_at":"2026-11-20T00:00:00.000Z"}`
  const entries = [
    ['assignees', '["1"]', '{"container_id":"2","name":"Maria","at":"2026-11-20T00:00:00.000Z"}'],
    ['assignees', '["1"]', 'no JSON'].with(1, '["3"]'),
    ['priorities', '["Acme"]', '{"customer":"Acme","priority":"highest","at":"2026-11-20T00:00:00.000Z"}'],
    [
      'dates',
      '["1","2026-11-20T00:00:00.000Z"]',
      '{"container_id":"1","at":"2026-11-20T00:00:00.000Z","date":"2026-11-25","reason":null,"reported_then":null}',
    ],
    ['links', '["1"]', linkTo('javascript:alert(1)')],
    ['assignees', '[["1"]]', null],
    ['assignees', '["1", "2"]', null],
    ['assignees', '[ "1"]', null],
    ['folders', '["/etc"]', '{"path":"/etc","after":"leave","always_polls":0,"is_recursive":0}'],
    ['of a later version', '["1"]', '{}'],
  ] as const
  for (const entry of entries) await owner.query(insert, [...entry, loginOf('ben')])
  await exchange()
  expectAll({ assignees: [], priorities: [] })
  for (const table of ['folder', 'manual_step', 'link_template'])
    expect(ben.db.value(`SELECT count(*) FROM ${table}`), table).toBe(0)
  expect(ben.logged).toEqual(Array(8).fill('own data of the office cannot be read'))
})

describe('a change whose answer was lost, and the next change of the same member', () => {
  const loseAnswer = async (desktop: Desktop, owner: Querying) => {
    for (let steps = 1; (await readCounter(owner, 'own')) === 0; steps++)
      await desktop.turn({ kind: 'lost', steps }).catch(() => undefined)
  }

  test.each([
    { text: 'Driver comes at noon', expected: ['1 Driver comes at noon'] },
    { text: null, expected: [] },
  ])('are one note: $expected', async ({ text, expected }) => {
    const { ben, owner, exchange, expectAll } = await openOffice()
    const { notes } = await createUser(ben).note('1', 'Driver called')
    await loseAnswer(ben, owner)
    expect(ben.db.column('SELECT key FROM own_out')).toHaveLength(1)
    await createUser(ben, () => at(1)).changeNote(notes[0]!.id, text)
    await exchange()
    expectAll({ notes: expected })
  })
})

test('what a member changes in a session without the office is sent later', async () => {
  const { ben, exchange, expectAll } = await openOffice()
  ben.write(stopMarking)
  await createUser(ben).assign(['1'], 'Maria')
  ben.restart()
  await exchange()
  expectAll({ assignees: ['1 Maria'] })
})

test('a change that the office cannot store stays on its computer, and stops nothing else', async () => {
  const { lea, ben, exchange, expectAll } = await openOffice()
  const user = createUser(lea)
  await user.setPriority(['x'.repeat(3_500)], 'high')
  await user.assign(['1'], 'Maria')
  lea.read([container('4', 'MSCU4', null)], { requestSeq: 9, readAt: at(1) })
  await exchange()
  expectAll({ assignees: ['1 Maria'] })
  expect(ben.db.column('SELECT id FROM container_row ORDER BY id')).toEqual(['1', '2', '3', '4'])
  expect(readOwn(ben)['priorities']).toEqual([])
  expect(lea.logged).toEqual(['the office cannot store an entry of own data'])
})

test('a time that no computer has does not stop the other desktops', async () => {
  const { lea, connectAs, exchange, expectAll } = await openOffice()
  const ana = await connectAs('ada')
  const assignee = JSON.stringify({ container_id: '1', name: 'Ana', at: at(0) })
  for (const time of ['-infinity', 'infinity', '0044-03-15 BC'])
    await act(ana, [{ op: crypto.randomUUID(), key: '["1"]', value: assignee, at: time }])
  await exchange()
  expectAll({ assignees: ['1 Ana'] })
  expect(lea.db.value('SELECT at FROM own_seen')).toBe('1970-01-01T00:00:00.000Z')
})

test('an office of a version without own data leaves it on each computer', async () => {
  const { lea, ben, exchange } = await openOffice({}, 10)
  await createUser(lea).tag('1', ['urgent'])
  await exchange()
  expect(readOwn(lea)['tags']).toEqual(['1 urgent'])
  expect(readOwn(ben)['tags']).toEqual([])
  expect(migrations.length).toBeGreaterThan(10)
})

/** A crashed desktop starts again. */
async function takeTurn(desktop: Desktop, fault: Fault | null): Promise<void> {
  const error: unknown = await desktop.turn(fault ?? undefined).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Crash) desktop.restart()
}

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'in random world %i, all desktops become equal to the office and no words are lost, with faults and a restored copy',
  async (seed) => {
    const random = createSeededRandom(seed * 7_919 + 3)
    const below = (limit: number) => Math.floor(random() * limit)
    const office = await openOffice()
    const { desktops, owner, exchange } = office
    const copiedAt = below(30)
    const restoredAt = copiedAt + below(25)
    let restore: (() => Promise<void>) | null = null
    let minutes = 0
    const written: string[] = []
    /** Texts that a user saw, and then changed or removed. */
    const replaced = new Set<string>()
    for (let step = 0; step < 60; step++) {
      if (step === copiedAt) restore = await copyOffice(office)
      if (step === restoredAt) await restore?.()
      minutes += below(3) - 1
      const desktop = desktops[below(3)]!
      const user = createUser(desktop, () => at(minutes))
      const id = IDS[below(3)]!
      const action = below(7)
      if (action === 0) await user.assign([id], ['Ana', 'ben', null][below(3)]!)
      else if (action === 1) await user.tag(id, [`t${below(3)}`])
      else if (action === 2) await user.tag(id, [], [`t${below(3)}`])
      else if (action === 3) {
        await user.note(id, `text ${step}`)
        written.push(`text ${step}`)
      } else if (action === 4) {
        const notes = desktop.db.all<{ id: string; text: string }>('SELECT id, text FROM own_note ORDER BY text')
        const note = notes.at(below(4))
        if (note === undefined) continue
        const text = below(4) === 0 ? null : `changed ${step}`
        await user.changeNote(note.id, text)
        replaced.add(note.text)
        if (text !== null) written.push(text)
      } else if (action === 5) await user.setPriority(['Acme'], (['high', 'normal', 'low'] as const)[below(3)]!)
      else
        await takeTurn(
          desktop,
          below(2) === 0 ? null : { kind: below(3) === 0 ? 'crash' : 'lost', steps: 1 + below(12) },
        )
    }
    await exchange()
    const [expected, ...others] = desktops.map(readOwn)
    for (const actual of others) expect(actual, `world ${seed}`).toEqual(expected)
    const present = await owner.query<{ value: string }>(
      'SELECT value FROM office.own WHERE value IS NOT NULL ORDER BY value',
    )
    const { db } = desktops[0]
    const shown = new Set(db.column<string>('SELECT text FROM own_note'))
    expect(
      written.filter((text) => !replaced.has(text) && !shown.has(text)),
      `world ${seed}`,
    ).toEqual([])
    const rows = ['assignees', 'tags', 'notes', 'priorities'].flatMap((part) => expected![part])
    expect(present, `world ${seed}`).toHaveLength(rows.length)
    expect(db.column('SELECT key FROM own_out'), `world ${seed}`).toEqual([])
  },
)
