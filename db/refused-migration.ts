/** Thrown by a migration that cannot be applied to a database, with the reason and the remedy. */
export class RefusedMigrationError extends Error {}
