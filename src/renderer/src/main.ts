// Entry point of the view. The nonce must be imported before naive-ui, and the links before the router, which would
// read the token in the address as a route.
import './app/nonce.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/scale.css'
import './app/base.css'
import './ui/shared.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { clockKey, createClock } from './engine/useNow.ts'
import { linksKey, startLinks } from './engine/engine.ts'
import { loadLater, startRouter } from './app/router.ts'

const links = startLinks()
createApp(App)
  .provide(linksKey, links)
  .provide(clockKey, createClock())
  .use(createPinia())
  .use(startRouter())
  .mount('#app')
// Not every browser supports idle callbacks.
setTimeout(() => void loadLater(), 500)
