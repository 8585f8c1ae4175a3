/**
 * An error that only the operator can correct, such as an invalid setting. The message is one line for the operator.
 */
export class ConfigError extends Error {}
