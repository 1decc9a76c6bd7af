// Settings for downloads from behind an office proxy. Node's fetch uses a proxy, and the certificates that an office
// adds to its computers, only if environment variables request it. The proxy may also come from npm's configuration.

/** @typedef {import('./electron.mjs').Environment} Environment */

/**
 * The additional environment of a Node program that downloads.
 * @param {Environment} env
 * @returns {Record<string, string>}
 */
export function createDownloadEnv(env) {
  const { http, https, exempt } = readProxySettings(env)
  return {
    NODE_USE_SYSTEM_CA: '1',
    ...(https === null
      ? {}
      : { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: https, https_proxy: https, NO_PROXY: exempt, no_proxy: exempt }),
    ...(http === null ? {} : { HTTP_PROXY: http, http_proxy: http }),
  }
}

/**
 * The address of the proxy for a request to this address; null for none.
 * @param {string} address
 * @param {Environment} env
 * @returns {string | null}
 */
export function findProxy(address, env) {
  const { http, https, exempt } = readProxySettings(env)
  const { protocol, hostname } = new URL(address)
  const isExempt = exempt
    .split(/[\s,]+/)
    .some((entry) => entry === '*' || (entry !== '' && `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '')}`)))
  return isExempt ? null : protocol === 'http:' ? http : https
}

/** @param {Environment} env */
function readProxySettings(env) {
  const readFirst = (/** @type {string[]} */ ...names) =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '') ?? null
  const http = withScheme(readFirst('http_proxy', 'HTTP_PROXY', 'npm_config_proxy'))
  const https = withScheme(readFirst('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy')) ?? http
  return { http, https, exempt: readFirst('no_proxy', 'NO_PROXY', 'npm_config_noproxy') ?? '' }
}

/** Adds `http://` to an address such as `proxy:3128`, which curl accepts and Node does not. @param {string | null} proxy */
function withScheme(proxy) {
  return proxy === null || proxy.includes('://') ? proxy : `http://${proxy}`
}
