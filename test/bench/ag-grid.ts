// What a user would pick instead: the same rows in AG Grid Community, in a page of its own with its rows from a server of
// its own on this machine, set up as its makers advise for many rows. For measuring only; no user ever gets it.
import { readFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ContainerRow } from '#contract/containers.ts'
import type { Surface } from './view-page.ts'

export const agSurface: Surface = { scroller: '.ag-grid-viewport', row: '.ag-row', results: '.ag-grid-scrolling-container' }

/** As many as our own list shows, and in its widths where it matters. */
const COLUMNS = [
  'number', 'status', 'equipment', 'masterBill', 'line', 'vessel', 'portOfLading', 'portOfDischarge', 'eta', 'discharged', 'verdict', 'lastFreeDay', 'holds',
  'fees', 'appointment', 'fullOut', 'emptyReturned', 'destination', 'inlandEta', 'rail', 'seal', 'weight', 'refs', 'terminalChecked',
] as const

export type FlatRow = Record<(typeof COLUMNS)[number] | 'id' | 'scope', string | number | null>

/** A row as a dashboard's server would send it: what the columns show, and no more. */
export function flat(row: ContainerRow, isOpen: boolean): FlatRow {
  return {
    id: row.id,
    scope: isOpen ? 'open' : 'returned',
    number: row.number,
    status: row.status,
    equipment: [row.equipment.lengthFt, row.equipment.height, row.equipment.type].join(' '),
    masterBill: row.masterBill,
    line: row.scac,
    vessel: [row.vessel, row.voyage].join(' / '),
    portOfLading: row.portOfLading.name,
    portOfDischarge: row.portOfDischarge.name,
    eta: row.ataAt ?? row.etaAt,
    discharged: row.dischargedAt,
    verdict: row.verdict,
    lastFreeDay: row.lastFreeDay.date,
    holds: row.activeHolds.join(', '),
    fees: row.feesDue.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    appointment: row.appointmentAt,
    fullOut: row.fullOutAt,
    emptyReturned: row.emptyReturnedAt,
    destination: row.destination.name,
    inlandEta: row.inlandAtaAt ?? row.inlandEtaAt,
    rail: row.railScac,
    seal: row.seal,
    weight: row.weightLb,
    refs: row.refs.join(', '),
    terminalChecked: row.ages.terminal,
  }
}

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>AG Grid</title><style>html,body{margin:0;height:100%;font:13px sans-serif}#bar{height:44px}#grid{height:calc(100% - 44px)}</style></head>
<body><div id="bar"><input id="search"></div><div id="grid"></div><script src="/ag-grid.js"></script><script>
fetch('/rows.json').then((answer) => answer.json()).then((rowData) => {
  const api = agGrid.createGrid(document.getElementById('grid'), {
    rowData,
    getRowId: ({ data }) => data.id,
    rowHeight: 28,
    headerHeight: 34,
    animateRows: false,
    cacheQuickFilter: true,
    rowSelection: { mode: 'multiRow' },
    columnDefs: [...${JSON.stringify(COLUMNS)}.map((field) => ({ field, width: 130, filter: true, pinned: field === 'number' ? 'left' : null })), { field: 'scope', hide: true, filter: true }],
    initialState: { filter: { filterModel: { scope: { filterType: 'text', type: 'equals', filter: 'open' } } } },
  })
  document.getElementById('search').addEventListener('input', ({ target }) => { api.setGridOption('quickFilterText', target.value) })
  window.benchActs = {
    sort: async (colId) => { api.applyColumnState({ state: [{ colId, sort: 'asc' }], defaultState: { sort: null } }) },
    scope: async (scope) => { api.setFilterModel(scope === 'all' ? null : { scope: { filterType: 'text', type: 'equals', filter: scope } }) },
  }
})
</script></body></html>`

export async function serveAgGrid(rows: readonly FlatRow[]): Promise<{ url: string; close: () => void }> {
  const script = readFileSync(new URL('../../node_modules/ag-grid-community/dist/ag-grid-community.min.js', import.meta.url))
  const files: Record<string, [string, string | Buffer]> = {
    '/': ['text/html', PAGE],
    '/ag-grid.js': ['text/javascript', script],
    '/rows.json': ['application/json', JSON.stringify(rows)],
  }
  const server: Server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', '']
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(body)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => { server.close() } }
}
