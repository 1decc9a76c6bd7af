// Entry of the view. The nonce comes before naive-ui, the links before the router, which would take the token in the
// address for a route.
import './nonce.ts'
import './base.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { clockKey, createClock } from './composables/useNow.ts'
import { linksKey, startLinks } from './engine.ts'
import { loadLater, startRouter } from './router.ts'

const links = startLinks()
createApp(App)
  .provide(linksKey, links)
  .provide(clockKey, createClock())
  .use(createPinia())
  .use(startRouter())
  .mount('#app')
// Not every browser tells when it is idle.
setTimeout(() => void loadLater(), 500)
