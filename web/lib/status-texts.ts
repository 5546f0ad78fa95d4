const statusTexts: Record<number, string> = {
  200: 'Request was successfully responded',
  201: 'Successfully created or updated the data',
  202: 'Request has been queued and will be processed soon',
  204: 'Successfully deleted the data',
  400: 'There was an error, no modification has been made',
  401: 'User does not have permission',
  403: 'User is authorized but access is forbidden',
  404: 'Resource does not exist',
  406: 'Format of request is incorrect',
  410: 'Resource deleted and could not be accessed',
  422: 'A validation error occurred while creating an object',
  500: 'Server error',
  502: 'Gateway error',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

/** Description of an HTTP status for the notification; other statuses keep the server's own text. */
export function describeStatus(status: number, statusText: string): string {
  return statusTexts[status] ?? statusText;
}
