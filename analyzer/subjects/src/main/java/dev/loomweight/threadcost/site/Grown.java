package dev.loomweight.threadcost.site;

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
 * @param stayed how many of those now were there at the moment before the last, too: they have not ended since; -1 where the
 *     dumps do not have single threads
 */
record Grown(@Nullable Instant since, long before, long threads, long least, long most, long stayed) {}
