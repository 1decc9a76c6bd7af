// The page as a user sees it, with methods that let specs read as sentences. Collects everything that the page reports:
// console errors, exceptions, failed requests and violations of the content security policy.
import type { ConsoleMessage, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '#contract/rules/language.ts'
import { HANG_MS } from '#support/hang.ts'

export type ScreenName =
  'today' | 'lfd' | 'containers' | 'shipments' | 'charges' | 'changes' | 'requests' | 'status' | 'settings'
export type ThemeName = 'system' | 'light' | 'dark'
export type VisibleRow = { index: number; id: string; cells: Record<string, string> }

/** Waits until the value is as expected. No function here sleeps. */
export function eventually(read: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: HANG_MS, interval: 40 })
}

/**
 * Runs in the page before our scripts: the lists show all columns, in the order of the layout that a user saved. Lists
 * hide some of them at first.
 */
export function showSavedColumns(): void {
  const save = (list: string, order: string) =>
    localStorage.setItem(
      `quaywatch.${list}.columns`,
      JSON.stringify({ order: order.split(' '), widths: {}, hidden: [] }),
    )
  save('lfd', 'number band lastFreeDay daysLeft sources verdict fees holds appointment pickupPlace status')
  save(
    'containers',
    'number status equipment masterBill line vessel portOfLading portOfDischarge eta discharged verdict',
  )
  save('ready', 'number pickupPlace yardSpot lastFreeDay daysLeft verdict fees appointment')
  save('charges', 'number name state amount lastFreeDay daysLeft clearedBy firstSeen ageDays')
}

export class Board {
  readonly page: Page
  readonly #closePage: () => Promise<void>
  #reports: string[] = []
  #expectedPatterns: RegExp[] = []

  private constructor(page: Page, closePage: () => Promise<void>) {
    this.page = page
    this.#closePage = closePage
  }

  /** Call before the page is loaded, so that no report is missed. `closePage` is called by `close`. */
  static async create(page: Page, closePage: () => Promise<void>): Promise<Board> {
    const board = new Board(page, closePage)
    await board.#listen()
    page.setDefaultTimeout(HANG_MS)
    return board
  }

  /** May be called twice. */
  async close(): Promise<void> {
    this.page.off('console', this.#onConsole).off('pageerror', this.#onError).off('requestfailed', this.#onFailure)
    await this.#closePage()
  }

  async #listen(): Promise<void> {
    this.page.on('console', this.#onConsole).on('pageerror', this.#onError).on('requestfailed', this.#onFailure)
    await this.page.addInitScript(() => {
      // The two keys of a pair count as a pair for 1.2 s. On a slow computer more time can pass between two presses.
      Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`)),
      )
    })
  }

  readonly #addReport = (kind: string, text: string) => this.#reports.push(`${kind}: ${text}`)
  readonly #onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') this.#addReport('console', message.text())
  }
  readonly #onError = (error: Error) => this.#addReport('exception', error.message)
  readonly #onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page left before the image arrived, and cancelled the request itself.
    if (reason !== 'net::ERR_ABORTED') this.#addReport('request', `${request.url()} ${reason}`)
  }

  /** The test causes reports of these patterns on purpose. They count as expected from now on. */
  expectReports(...patterns: RegExp[]): void {
    this.#expectedPatterns.push(...patterns)
  }

  unexpectedReports(): string[] {
    return this.#reports.filter((text) => !this.#expectedPatterns.some((pattern) => pattern.test(text)))
  }

  /** Whether the page reported this, expected or not. */
  hasReported(pattern: RegExp): boolean {
    return this.#reports.some((text) => pattern.test(text))
  }

  /** The element with this test id. */
  by(testId: string): Locator {
    return this.page.getByTestId(testId)
  }

  /** Resolves when the toast with this text is visible. Screen readers get the same text. */
  async waitForToast(text: string | RegExp): Promise<void> {
    await this.page.locator('.toast-words', { hasText: text }).first().waitFor()
  }

  async textOf(testId: string): Promise<string> {
    return (await this.by(testId).innerText()).replaceAll(/\s+/g, ' ').trim()
  }

  async banners(): Promise<string[]> {
    return this.page.locator('.banner p').allInnerTexts()
  }

  /** `path`: as in the address, without the slash before it. */
  async openPath(path: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash
    }, `#/${path}`)
  }

  async goTo(screen: ScreenName): Promise<void> {
    // This screen is not in the rail but under Settings.
    if (screen === 'status') await this.press('g', 'i')
    else await this.by(`rail-${screen}`).click()
  }

  /** Call on the settings screen. */
  async chooseLanguage(language: Language): Promise<void> {
    await this.by(`language-${language}`).click()
    await eventually(() => this.page.evaluate(() => document.documentElement.lang)).toBe(language)
    // The page stays on the settings screen.
    await this.by('settings-page').waitFor()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /**
   * Goes to the last free days and back by keys, so that the list is read again. The keys are pressed one after the
   * other, because the second navigation could cancel the first one.
   */
  async rereadList(key: string): Promise<void> {
    await this.press('g', 'l')
    await this.page.waitForURL(/#\/lfd/)
    await this.press('g', key)
  }

  /** The test id of the element with focus, or of its nearest parent that has one; null if none has. */
  async focusedId(): Promise<string | null> {
    return this.page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-testid]')?.dataset['testid'] ?? null,
    )
  }

  // ---- The list ----

  grid(): Locator {
    return this.page.locator('[role=grid]')
  }

  /** Rows that are completely in view, from top to bottom. Their order in the document can differ. */
  async rows(): Promise<VisibleRow[]> {
    return this.grid().evaluate((grid) => {
      const header = grid.querySelector('[role=row][aria-rowindex="1"]')!.getBoundingClientRect()
      const bottom = grid.getBoundingClientRect().bottom
      const inView = [...grid.querySelectorAll<HTMLElement>('[data-row][data-id]')].filter((row) => {
        const rect = row.getBoundingClientRect()
        return rect.top >= header.bottom - 1 && rect.bottom <= bottom + 1
      })
      const visibleRows = inView.map((row) => ({
        index: Number(row.dataset['row']),
        id: row.dataset['id'] ?? '',
        cells: Object.fromEntries(
          [...row.querySelectorAll<HTMLElement>('[data-key]')].map((cell): [string, string] => [
            cell.dataset['key'] ?? '',
            cell.innerText.replaceAll(/\s+/g, ' ').trim(),
          ]),
        ),
      }))
      return visibleRows.sort((one, other) => one.index - other.index)
    })
  }

  async ids(): Promise<string[]> {
    return (await this.rows()).map(({ id }) => id)
  }

  /** The values of one column, from top to bottom. */
  async column(key: string): Promise<string[]> {
    return (await this.rows()).map(({ cells }) => cells[key] ?? '')
  }

  async count(): Promise<{ shown: number; all: number }> {
    const text = await this.by('list-count').locator('[aria-hidden]').innerText()
    const [shown = NaN, all = shown] = text.split(' of ').map((numberText) => Number(numberText.replaceAll(',', '')))
    return { shown, all }
  }

  /** The app opens with the briefing. These tests begin with the board. */
  async #goToList(): Promise<void> {
    await this.page.waitForURL(/#\/(?!welcome)\w/)
    if (this.page.url().endsWith('#/today')) await this.goTo('lfd')
  }

  /** Waits until the list is shown with at least this many rows. */
  async waitForRows(atLeast = 1): Promise<void> {
    await this.#goToList()
    await this.page.locator('[data-row="0"][data-id]').waitFor()
    await eventually(async () => (await this.count()).shown).toBeGreaterThanOrEqual(atLeast)
  }

  /** Waits until the list has this many containers and the engine has read the lists of the service. */
  async waitForContainers(containerCount: number): Promise<void> {
    await this.#goToList()
    await this.page.locator('[data-row="0"][data-id]').waitFor()
    await eventually(async () => (await this.count()).all).toBe(containerCount)
    await eventually(() => this.textOf('sync-chip')).toMatch(/^Live · checked/)
  }

  row(index: number): Locator {
    return this.page.locator(`[data-row="${index}"][data-id]`)
  }

  header(key: string): Locator {
    return this.page.locator(`[role=columnheader][data-key="${key}"]`)
  }

  async sortBy(key: string, options: { addsSortLevel: boolean } = { addsSortLevel: false }): Promise<void> {
    await this.header(key).click(options.addsSortLevel ? { modifiers: ['Shift'] } : {})
    await eventually(() => this.grid().getAttribute('aria-busy')).toBe('false')
  }

  async filterText(text: string): Promise<void> {
    await this.by('filter-text').fill(text)
  }

  async chips(): Promise<string[]> {
    return this.by('filter-chip').locator('.words').allInnerTexts()
  }

  /** The number on a tile. For an amount of money, the number of containers that it comes from. */
  async readTileCount(key: string): Promise<number> {
    const text = await this.by(`tile-${key}`).locator('.value').innerText()
    return Number((key === 'due' ? /(\d+) containers?/.exec(text)?.[1] : text.replaceAll(',', '')) ?? 0)
  }

  // ---- The detail panel ----

  panel(): Locator {
    return this.by('detail-panel')
  }

  async openRow(index: number): Promise<void> {
    await this.row(index).locator('[data-key=number]').click()
    await this.page.keyboard.press('Enter')
    await this.by('panel-number').filter({ hasText: /\w/ }).waitFor()
  }

  // ---- Starting to track ----

  async typeNumber(text: string): Promise<void> {
    if ((await this.by('add-number').count()) === 0) await this.press('Control+n')
    await eventually(() => this.focusedId()).toBe('add-number')
    await this.by('add-number').fill(text)
  }

  /** Adds a number by keys alone, after the proposed carrier is the expected one. */
  async addNumber(text: string, scac: string): Promise<void> {
    await this.typeNumber(text)
    const line = this.by(`line-${scac}`).locator('input:checked')
    await eventually(async () => {
      // While the service is asked again for the carrier, for example after a failed connection, Enter shows a message
      // to wait.
      if ((await line.count()) === 1)
        await this.by('add-number')
          .press('Enter', { timeout: 1_000 })
          .catch(() => undefined)
      return this.by('add-number').count()
    }).toBe(0)
  }

  /** The state of a number in the list of requests, and the text beside it. Null when the number is not listed. */
  async findRequest(number: string): Promise<{ state: string; reason: string; refs: string } | null> {
    const cells = (await this.rows()).find((row) => row.cells['number']?.replaceAll(' ', '') === number)?.cells
    return cells ? { state: cells['state'] ?? '', reason: cells['reason'] ?? '', refs: cells['refs'] ?? '' } : null
  }

  // ---- Settings and the first run ----

  async chooseTheme(theme: ThemeName): Promise<void> {
    await this.goTo('settings')
    // The label covers the radio button, so the label is clicked.
    await this.page
      .locator('label', { has: this.page.getByTestId(`theme-${theme}`) })
      .or(this.by(`theme-${theme}`))
      .first()
      .click()
    if (theme !== 'system') await eventually(() => this.theme()).toBe(theme)
  }

  async theme(): Promise<string | undefined> {
    return this.page.evaluate(() => document.documentElement.dataset['theme'])
  }

  async connect(serviceUrl: string, apiKey: string): Promise<void> {
    await this.by('other-service').click()
    await this.by('service-url').locator('input').fill(serviceUrl)
    await this.by('api-key').locator('input').fill(apiKey)
    await this.by('connect').click()
  }
}
