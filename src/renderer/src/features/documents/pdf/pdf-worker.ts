// The worker's entry point: reads PDFs outside the page's thread. It ends when the preview closes.
import 'pdfjs-dist/build/pdf.worker.mjs'
