// Three sections. Main has four entries: the shell itself, the two processes it forks, and the engine's reader thread.
// Dependencies stay outside (better-sqlite3 brings its own binaries), devDependencies are bundled.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { createPackageCollector } from './scripts/shipped-packages.mjs'

/**
 * What pdf.js decodes scans with (fax, JPEG 2000): it asks for these names on our origin when a page needs them.
 * Scripts, because WebAssembly would need a wider content security policy.
 */
const scanDecoders: Plugin = {
  name: 'scan-decoders',
  generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    for (const fileName of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(resolve(`pdfjs-dist/wasm/${fileName}`)) })
    }
  },
}

// Built in this order: main, preload, renderer.
const shipped = createPackageCollector(import.meta.dirname)

export default defineConfig({
  main: {
    plugins: [shipped.collect()],
    build: {
      sourcemap: 'hidden',
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          engine: 'src/engine/utility-process.ts',
          reader: 'src/engine/reader-thread.ts',
          service: 'src/service/main.ts',
        },
      },
    },
  },
  preload: {
    plugins: [shipped.collect()],
    build: {
      sourcemap: 'hidden',
      // A sandboxed preload has no module loader to speak of: one CommonJS file with everything in it.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    plugins: [vue(), scanDecoders, shipped.emit()],
    // Files are read in a worker, which is a bundle of its own.
    worker: { plugins: () => [shipped.collect()] },
    // The host puts a fresh nonce here on every answer (electron.md 1.6).
    html: { cspNonce: '__CSP_NONCE__' },
    define: {
      // What vue-i18n leaves out when nobody asks for it: its old interface, its devtools hook.
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    // `assetsInlineLimit` 0: a data: URL in a style sheet would need a wider content security policy. The largest
    // piece is what reads PDFs, loaded when the first one is shown.
    build: {
      minify: true,
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_250,
      // What the first screen needs in one file: in fifty, as it would be parted by what later screens share with it,
      // it is a twentieth larger. Words come apart from it, in one language.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
    },
  },
})
