// Story 17 (docs/testing.md), "A team on one board": an administrator creates an office in an empty database, a
// colleague joins with an invitation, and both work on the same board.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { createDatabaseOnly } from '#support/office-databases.ts'
import { type OfficeServer, createUrl, findPrograms, startServer, stopServer } from '#support/office-server.ts'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { STORY, type Service, createStage } from './stage.ts'

const stage = createStage()
const CONTAINERS = 20

let server: OfficeServer
let service: Service
let adminHost: Host
let colleagueHost: Host
let invitation: string

/** Clicks like a user, and counts. */
function createClicker() {
  let count = 0
  return {
    click: async (target: Locator) => {
      count++
      await target.click()
    },
    count: () => count,
  }
}

const input = (board: Board, testId: string) => board.by(testId).locator('input')

/** The field checks a pasted address at once. */
async function paste(board: Board, testId: string, text: string): Promise<void> {
  await board.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await input(board, testId).focus()
  await board.page.keyboard.press('ControlOrMeta+v')
}

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

const readMembers = async (board: Board) =>
  (await board.by('office-members').locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

describe('story 17', () => {
  beforeAll(async () => {
    server = await startServer(process.env['OFFICE_TEST_PROGRAMS'] ?? findPrograms()[0] ?? '')
    await createDatabaseOnly(createUrl(server, 'postgres'), 'team')
    service = await startService('--no-limit', '--seed', '1', '--containers', String(CONTAINERS))
    adminHost = await startHost()
    colleagueHost = await startHost()
  })
  afterAll(() => stopServer(server))

  test('story 17: an administrator creates an office in at most 5 clicks and invites a colleague', STORY, async () => {
    const board = await stage.open(adminHost, CLIPBOARD)
    await board.connect(service.ready.url, service.ready.key)
    await board.waitForContainers(CONTAINERS)
    await board.goTo('settings')
    const { click, count } = createClicker()
    await click(board.by('settings-to-office'))
    await paste(board, 'office-address', createUrl(server, 'team'))
    await board.by('create-office').waitFor()
    await input(board, 'office-name').fill('Meyer Forwarding')
    await input(board, 'member-name').fill('Ana')
    await click(board.by('create-submit'))
    await eventually(() => readMembers(board)).toEqual([expect.stringMatching(/^Ana \(you\) administrator Yes /)])
    expect(count()).toBeLessThanOrEqual(5)
    await input(board, 'invite-name').fill('Maria')
    await board.by('invite-submit').click()
    invitation = await board.by('invitation-text').locator('textarea').inputValue()
    expect(invitation).toMatch(/^quaywatch:\/\/office#[\w-]+$/)
    await board.press('Escape')
    await eventually(() => readMembers(board)).toContainEqual(
      expect.stringMatching(/^Maria operator Yes not connected/),
    )
  })

  test('story 17: a colleague without an account joins with 2 clicks after the invitation', STORY, async () => {
    const board = await stage.open(colleagueHost, CLIPBOARD)
    const { click, count } = createClicker()
    await click(board.by('welcome-office').locator('summary'))
    await paste(board, 'office-address', invitation)
    await board.by('found-office').waitFor()
    expect(await board.textOf('found-office')).toMatch(
      /^Join “Meyer Forwarding” on 127\.0\.0\.1 as Maria \(operator\)\./,
    )
    await click(board.by('join-submit'))
    await board.waitForContainers(CONTAINERS)
    expect(count()).toBeLessThanOrEqual(2)
    await board.by('sync-chip').click()
    await eventually(() => board.textOf('reader')).toMatch(/^Ana \(.+\) reads the service for your office\.$/)
  })

  test('story 17: the invitation works once', STORY, async () => {
    const board = await stage.open(await startHost(), CLIPBOARD)
    await board.by('welcome-office').locator('summary').click()
    await paste(board, 'office-address', invitation)
    await eventually(() => board.textOf('office-failure')).toMatch(/invitation/)
    expect(await board.by('join-submit').count()).toBe(0)
  })

  test('story 17: what one assigns to the other, the other sees as the own containers', STORY, async () => {
    const colleague = await stage.open(colleagueHost)
    const admin = await stage.open(adminHost)
    for (const board of [colleague, admin]) {
      await board.goTo('containers')
      await board.waitForRows()
    }
    const index = (await colleague.ids()).indexOf((await admin.ids())[0]!)
    await colleague.openRow(index)
    await admin.row(0).locator('[data-key=number]').click()
    await admin.press('a')
    await admin.by('assign-name').getByText('Maria').click()
    await eventually(() => colleague.textOf('own-assignee')).toMatch(/Maria \(you\)/)
  })

  test('story 17: a removed member sees the stored data', STORY, async () => {
    const colleague = await stage.open(colleagueHost)
    const admin = await stage.open(adminHost)
    await admin.goTo('settings')
    await admin.by('settings-to-office').click()
    await admin.by('remove-member').click()
    await admin.by('remove-member-dialog-act').click()
    await eventually(async () => (await readMembers(admin)).length).toBe(1)
    await eventually(() => colleague.textOf('sync-chip')).toMatch(/^Office away since/)
    await colleague.goTo('containers')
    await colleague.waitForRows()
  })
})
