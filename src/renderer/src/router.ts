// One route per screen. Hash history, because the page comes from a file-like origin without rewriting.
import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import ContainersView from './views/ContainersView.vue'
import LfdView from './views/LfdView.vue'
import SettingsView from './views/SettingsView.vue'
import WelcomeView from './views/WelcomeView.vue'

const routes: RouteRecordRaw[] = [
  { path: '/lfd', name: 'lfd', component: LfdView },
  { path: '/containers', name: 'containers', component: ContainersView },
  { path: '/settings', name: 'settings', component: SettingsView },
  { path: '/welcome', name: 'welcome', component: WelcomeView },
  { path: '/:rest(.*)*', redirect: '/lfd' },
]

export function startRouter() {
  return createRouter({ history: createWebHashHistory(), routes })
}
