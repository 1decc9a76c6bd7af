// The worker's entry point: reads PDFs outside of the page's thread. Ends with its preview.
import 'pdfjs-dist/build/pdf.worker.mjs'
