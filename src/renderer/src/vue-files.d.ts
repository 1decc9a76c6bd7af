// vue-tsc reads .vue files itself and ignores this file; it is for tools that do not, such as the linter.
declare module '*.vue' {
  const component: import('vue').DefineComponent
  export default component
}

/** The text of a file, in the bundle. */
declare module '*.json?raw' {
  const text: string
  export default text
}
