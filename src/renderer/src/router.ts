// One route per screen. Hash history, because the page comes from a file-like origin without rewriting.
import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import AboutView from './views/AboutView.vue'
import AddListView from './views/AddListView.vue'
import AlertsView from './views/AlertsView.vue'
import ChangesView from './views/ChangesView.vue'
import ChargesView from './views/ChargesView.vue'
import ContainersView from './views/ContainersView.vue'
import DocumentsView from './views/DocumentsView.vue'
import EditsView from './views/EditsView.vue'
import EmailsView from './views/EmailsView.vue'
import EmptiesView from './views/EmptiesView.vue'
import FindView from './views/FindView.vue'
import LfdBoardView from './views/LfdBoardView.vue'
import LfdCalendarView from './views/LfdCalendarView.vue'
import LfdView from './views/LfdView.vue'
import PastView from './views/PastView.vue'
import ReadyView from './views/ReadyView.vue'
import RequestsView from './views/RequestsView.vue'
import SettingsView from './views/SettingsView.vue'
import ShipmentsView from './views/ShipmentsView.vue'
import StatusView from './views/StatusView.vue'
import TodayView from './views/TodayView.vue'
import WelcomeView from './views/WelcomeView.vue'

const routes: RouteRecordRaw[] = [
  { path: '/today', name: 'today', component: TodayView },
  { path: '/lfd', name: 'lfd', component: LfdView },
  { path: '/lfd/board', name: 'lfd-board', component: LfdBoardView },
  { path: '/lfd/calendar', name: 'lfd-calendar', component: LfdCalendarView },
  { path: '/containers', name: 'containers', component: ContainersView },
  { path: '/ready', name: 'ready', component: ReadyView },
  { path: '/empties', name: 'empties', component: EmptiesView },
  { path: '/past/:at?', name: 'past', component: PastView },
  { path: '/shipments', name: 'shipments', component: ShipmentsView },
  { path: '/shipments/find', name: 'find', component: FindView },
  { path: '/charges', name: 'charges', component: ChargesView },
  { path: '/changes', name: 'changes', component: ChangesView },
  { path: '/alerts', name: 'alerts', component: AlertsView },
  { path: '/status', name: 'status', component: StatusView },
  { path: '/documents', name: 'documents', component: DocumentsView },
  { path: '/emails', name: 'emails', component: EmailsView },
  { path: '/requests', name: 'requests', component: RequestsView },
  { path: '/edits', name: 'edits', component: EditsView },
  { path: '/requests/add', name: 'add-list', component: AddListView },
  { path: '/settings', name: 'settings', component: SettingsView },
  { path: '/about', name: 'about', component: AboutView },
  { path: '/welcome', name: 'welcome', component: WelcomeView },
  { path: '/:rest(.*)*', redirect: '/today' },
]

export function startRouter() {
  return createRouter({ history: createWebHashHistory(), routes })
}
