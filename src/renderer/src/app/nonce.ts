// naive-ui writes style elements and knows no nonce, so every style element gets the page's own. Must run before
// naive-ui is evaluated: imported first in main.ts. Without it the content security policy drops its styles.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

if (nonce) {
  // oxlint-disable-next-line typescript/no-deprecated -- the overload for obsolete tags is deprecated, not the method
  const create: (tag: string, options?: ElementCreationOptions) => HTMLElement = document.createElement.bind(document)
  Object.assign(document, {
    createElement: (tag: string, options?: ElementCreationOptions) => {
      const element = create(tag, options)
      if (tag === 'style') element.nonce = nonce
      return element
    },
  })
}
