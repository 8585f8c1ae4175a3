/** What `public/earlyRequests.js` has requested while this code was loading. */
type EarlyRequests = {
  /** Whether there are responses, or requests under way, that `take` has not returned. */
  hasResponses(): boolean
  /** Removes and returns the response to an early request that equals this one; undefined if there was none. */
  take(request: Request): Promise<Response> | undefined
}

/** Undefined on pages without early requests, in the phone's app and in tests. */
declare var earlyRequests: EarlyRequests | undefined
