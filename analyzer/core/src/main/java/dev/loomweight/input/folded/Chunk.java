package dev.loomweight.input.folded;

import java.io.Serializable;
import java.util.Comparator;

/**
 * One chunk of a recording, as far as it must be known to find it in another file.
 *
 * @param startNanos when it was begun, in nanoseconds since 1970: no JVM begins two at once
 * @param ticksPerSecond the speed of the recording's clock
 * @param nanos how long it was written to, in nanoseconds; 0 where it was not finished
 * @param bytes its size
 * @param finished whether it was finished
 */
public record Chunk(long startNanos, long ticksPerSecond, long nanos, long bytes, boolean finished)
        implements Comparable<Chunk>, Serializable {

    private static final long serialVersionUID = 1L;

    private static final Comparator<Chunk> ORDER = Comparator.comparingLong(Chunk::startNanos)
            .thenComparingLong(Chunk::ticksPerSecond)
            .thenComparingLong(Chunk::nanos)
            .thenComparingLong(Chunk::bytes)
            .thenComparing(Chunk::finished);

    /** A moment on the clock of a JVM: chunks that begin at the same one are of one JVM and time, whatever is in them. */
    record Moment(long nanos, long ticksPerSecond) {}

    /** When it was begun. */
    Moment start() {
        return new Moment(startNanos, ticksPerSecond);
    }

    /** When it ends, if it was finished: the JVM's next chunk begins at this very nanosecond. */
    Moment end() {
        return new Moment(startNanos + nanos, ticksPerSecond);
    }

    @Override
    public int compareTo(Chunk other) {
        return ORDER.compare(this, other);
    }

    /** Whether the other begins with it: it is the same, or an earlier state of it. */
    public boolean isWithin(Chunk other) {
        return equals(other) || (start().equals(other.start()) && !finished && bytes <= other.bytes);
    }
}
