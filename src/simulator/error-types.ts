/** The API's name for an error with this HTTP status. */
export function errorType(status: number): string {
  return TYPES[status] ?? 'api_error'
}

const TYPES: { readonly [status: number]: string } = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
