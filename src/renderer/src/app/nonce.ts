// naive-ui writes style elements without a nonce, so every style element gets the page's own. main.ts imports this file
// first, because it must run before naive-ui is evaluated. Without the nonce the content security policy drops the
// styles.
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
