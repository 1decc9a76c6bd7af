// One route per screen. The routes are in the fragment of the address, because the origin of the page does not rewrite
// paths.
import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import ContainersView from '../features/containers/ContainersView.vue'
import LfdView from '../features/lfd/LfdView.vue'
import ReadyView from '../features/containers/ReadyView.vue'
import { loadEstimateBlock, loadPlanDialog } from '../features/rates/later.ts'
import { loadShipmentArrivals } from '../features/shipments/later.ts'
import TodayView from '../features/today/TodayView.vue'
import WelcomeView from '../features/accounts/WelcomeView.vue'
import { loadAddAccount } from '../features/accounts/later.ts'
import { loadCheatSheet } from '../features/keys/later.ts'
import { listLater } from '../features/lists/later.ts'
import { loadSnoozeDialog } from '../features/alerts/later.ts'
import { ownLater } from '../features/own/later.ts'

/**
 * Screens, and parts of screens, that users rarely open first. The code parsed before the first row has a limit of 350
 * kB (gzip).
 */
const later = {
  alerts: () => import('../features/alerts/AlertsView.vue'),
  about: () => import('../features/about/AboutView.vue'),
  guide: () => import('../features/about/GuideView.vue'),
  addList: () => import('../features/batch/AddListView.vue'),
  board: () => import('../features/lfd/LfdBoardView.vue'),
  changes: () => import('../features/changes/ChangesView.vue'),
  charges: () => import('../features/charges/ChargesView.vue'),
  documents: () => import('../features/documents/DocumentsView.vue'),
  edits: () => import('../features/edits/EditsView.vue'),
  past: () => import('../features/past/PastView.vue'),
  status: () => import('../features/status/StatusView.vue'),
  emails: () => import('../features/emails/EmailsView.vue'),
  empties: () => import('../features/containers/EmptiesView.vue'),
  find: () => import('../features/search/FindView.vue'),
  requests: () => import('../features/tracking/RequestsView.vue'),
  dispute: () => import('../features/dispute/DisputeView.vue'),
  handover: () => import('../features/handover/HandoverView.vue'),
  keys: () => import('../features/keys/KeysView.vue'),
  calendar: () => import('../features/lfd/LfdCalendarView.vue'),
  cost: () => import('../features/lfd/LfdCostView.vue'),
  // The only screen with number fields and select lists, which are a seventh of the code.
  settings: () => import('../features/settings/SettingsView.vue'),
  map: () => import('../features/map/MapView.vue'),
  shipments: () => import('../features/shipments/ShipmentsView.vue'),
  arrivals: loadShipmentArrivals,
  estimates: loadEstimateBlock,
  plan: loadPlanDialog,
  keyList: loadCheatSheet,
}
/** Parts of other screens that are not needed with the first row, and so load later. */
const laterParts = [
  ...Object.values(later),
  loadAddAccount,
  loadSnoozeDialog,
  ...Object.values(ownLater),
  ...Object.values(listLater),
]

/** Called after the first screen is drawn. Later screens then open without a wait, even if the host has exited. */
export async function loadLater(): Promise<void> {
  // A part that fails to load is requested again when the user opens it.
  await Promise.allSettled(laterParts.map((load) => load()))
}

const routes: RouteRecordRaw[] = [
  { path: '/today', name: 'today', component: TodayView },
  { path: '/lfd', name: 'lfd', component: LfdView },
  { path: '/lfd/board', name: 'lfd-board', component: later.board },
  { path: '/lfd/calendar', name: 'lfd-calendar', component: later.calendar },
  { path: '/lfd/cost', name: 'lfd-cost', component: later.cost },
  { path: '/containers', name: 'containers', component: ContainersView },
  { path: '/containers/:id/dispute', name: 'dispute', component: later.dispute },
  { path: '/ready', name: 'ready', component: ReadyView },
  { path: '/empties', name: 'empties', component: later.empties },
  { path: '/past/:at?', name: 'past', component: later.past },
  { path: '/shipments', name: 'shipments', component: later.shipments },
  { path: '/shipments/find', name: 'find', component: later.find },
  { path: '/charges', name: 'charges', component: later.charges },
  { path: '/changes', name: 'changes', component: later.changes },
  { path: '/handover', name: 'handover', component: later.handover },
  { path: '/alerts', name: 'alerts', component: later.alerts },
  { path: '/status', name: 'status', component: later.status },
  { path: '/documents', name: 'documents', component: later.documents },
  { path: '/emails', name: 'emails', component: later.emails },
  { path: '/map', name: 'map', component: later.map },
  { path: '/requests', name: 'requests', component: later.requests },
  { path: '/edits', name: 'edits', component: later.edits },
  { path: '/requests/add', name: 'add-list', component: later.addList },
  { path: '/settings', name: 'settings', component: later.settings },
  { path: '/settings/keys', name: 'keys', component: later.keys },
  { path: '/about', name: 'about', component: later.about },
  { path: '/guide', name: 'guide', component: later.guide },
  { path: '/welcome', name: 'welcome', component: WelcomeView },
  { path: '/:rest(.*)*', redirect: '/today' },
]

export function startRouter() {
  return createRouter({ history: createWebHashHistory(), routes })
}
