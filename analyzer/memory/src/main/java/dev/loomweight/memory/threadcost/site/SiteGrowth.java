package dev.loomweight.memory.threadcost.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the threads of a site grew between two moments.
 *
 * @param since the earlier moment, or null where its time is not known
 * @param before how many there were
 * @param threads how many more there are now; negative where they are fewer
 * @param least by how many bytes more, at least
 * @param most by how many bytes more, at most
 * @param measured whether that is the difference of what was known of both moments; else it is what the additional threads
 *     weigh, as those do that are there now, and whether the others grew is not known
 * @param stay how long they have been there, or null where the dumps do not have single threads
 */
record SiteGrowth(
        @Nullable Instant since,
        long before,
        long threads,
        long least,
        long most,
        boolean measured,
        @Nullable Stay stay) {

    /** Whether most of those that were there have ended: then more threads are more work, and no leak. */
    boolean isLoad() {
        return stay != null && stay.earlier() > 0 && stay.remained() * 2 < stay.earlier();
    }
}
