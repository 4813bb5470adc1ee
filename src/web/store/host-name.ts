/** The name by which this page reaches the host. */
export const hostName = /^(127\.|\[::1)/.test(location.hostname) ? 'localhost' : location.hostname
