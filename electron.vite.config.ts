// Three bundles: main, preload and the view. Only the view's section stands here so far.
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  renderer: {
    plugins: [vue()],
    // The host puts a fresh nonce here on every answer (electron.md 1.6).
    html: { cspNonce: '__CSP_NONCE__' },
    define: {
      // What vue-i18n leaves out when nobody asks for it: its old interface, its devtools hook.
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    // `assetsInlineLimit` 0: a data: URL in a style sheet would need a wider content security policy.
    build: { minify: true, sourcemap: 'hidden', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  },
})
