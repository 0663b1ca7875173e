package dev.loomweight.bench.recording;

/** What a thread does at the end of its route. */
@FunctionalInterface
interface Act {

    /**
     * Does it.
     *
     * @param last the site whose frame is the innermost of the route
     */
    void at(Site last);
}
