// One route per screen. Hash history, because the page comes from a file-like origin without rewriting.
import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import AlertsView from './views/AlertsView.vue'
import ChangesView from './views/ChangesView.vue'
import ChargesView from './views/ChargesView.vue'
import ContainersView from './views/ContainersView.vue'
import DocumentsView from './views/DocumentsView.vue'
import EditsView from './views/EditsView.vue'
import EmailsView from './views/EmailsView.vue'
import EmptiesView from './views/EmptiesView.vue'
import FindView from './views/FindView.vue'
import LfdView from './views/LfdView.vue'
import PastView from './views/PastView.vue'
import ReadyView from './views/ReadyView.vue'
import RequestsView from './views/RequestsView.vue'
import { loadEstimateBlock, loadPlanDialog } from './views/rates/later.ts'
import { loadArrivalsOf } from './views/shipments/arrivals-of.ts'
import ShipmentsView from './views/ShipmentsView.vue'
import StatusView from './views/StatusView.vue'
import TodayView from './views/TodayView.vue'
import WelcomeView from './views/WelcomeView.vue'
import { ownLater } from './views/own/later.ts'

/** Screens nobody begins with: what is parsed before the first row has a bound of 350 kB (gzip). */
const later = {
  about: () => import('./views/AboutView.vue'),
  addList: () => import('./views/AddListView.vue'),
  board: () => import('./views/LfdBoardView.vue'),
  dispute: () => import('./views/DisputeView.vue'),
  handover: () => import('./views/HandoverView.vue'),
  keys: () => import('./views/KeysView.vue'),
  calendar: () => import('./views/LfdCalendarView.vue'),
  cost: () => import('./views/LfdCostView.vue'),
  // The only one with fields of numbers and lists to choose from: a seventh of everything.
  settings: () => import('./views/SettingsView.vue'),
  map: () => import('./views/MapView.vue'),
  arrivals: loadArrivalsOf,
  estimates: loadEstimateBlock,
  plan: loadPlanDialog,
}
/** And what stands on others, but not with their first row. */
const laterParts = [...Object.values(later), ...Object.values(ownLater)]

/** Once the first screen stands, so that none is waited for, or missing when the program behind the page has gone. */
export async function loadLater(): Promise<void> {
  // What does not come is asked for again by whoever opens it.
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
  { path: '/empties', name: 'empties', component: EmptiesView },
  { path: '/past/:at?', name: 'past', component: PastView },
  { path: '/shipments', name: 'shipments', component: ShipmentsView },
  { path: '/shipments/find', name: 'find', component: FindView },
  { path: '/charges', name: 'charges', component: ChargesView },
  { path: '/changes', name: 'changes', component: ChangesView },
  { path: '/handover', name: 'handover', component: later.handover },
  { path: '/alerts', name: 'alerts', component: AlertsView },
  { path: '/status', name: 'status', component: StatusView },
  { path: '/documents', name: 'documents', component: DocumentsView },
  { path: '/emails', name: 'emails', component: EmailsView },
  { path: '/map', name: 'map', component: later.map },
  { path: '/requests', name: 'requests', component: RequestsView },
  { path: '/edits', name: 'edits', component: EditsView },
  { path: '/requests/add', name: 'add-list', component: later.addList },
  { path: '/settings', name: 'settings', component: later.settings },
  { path: '/settings/keys', name: 'keys', component: later.keys },
  { path: '/about', name: 'about', component: later.about },
  { path: '/welcome', name: 'welcome', component: WelcomeView },
  { path: '/:rest(.*)*', redirect: '/today' },
]

export function startRouter() {
  return createRouter({ history: createWebHashHistory(), routes })
}
