// The worker's entry: reads PDFs beside the page. Ends with the preview it was begun for.
import 'pdfjs-dist/build/pdf.worker.mjs'
