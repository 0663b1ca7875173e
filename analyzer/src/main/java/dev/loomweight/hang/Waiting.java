package dev.loomweight.hang;

/**
 * How a thread waits, by its frames and state.
 *
 * @param kind for what
 * @param timed whether the wait ends by itself after a time
 * @param site the innermost frame that is not the JDK's, where people look; -1 where there is none
 */
record Waiting(WaitKind kind, boolean timed, int site) {

    Waiting as(WaitKind other) {
        return new Waiting(other, timed, site);
    }
}
