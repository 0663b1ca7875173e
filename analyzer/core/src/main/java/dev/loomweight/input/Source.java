package dev.loomweight.input;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import java.util.function.Supplier;

/** One input that samples are read from. */
public interface Source {

    /** Where its samples come from. */
    Origin origin();

    /**
     * Reads the input once from its beginning and passes on every sample that is wanted.
     *
     * @param interest the kinds of sample that are wanted; everything else is skipped
     * @param sinks gives a sink to each thread that reads, the calling one among them. A sink gets the samples of one
     *     part of the input in its order, and parts in their order; the order between sinks means nothing.
     * @return what the input could show of the kinds that were asked for
     * @throws dev.loomweight.capture.DataException if nothing can be read of it; a part that cannot be read is a note
     *     of the coverage instead
     */
    Coverage read(Interest interest, Supplier<? extends SampleSink> sinks);

    /**
     * Reads as {@link #read(Interest, Supplier)} does, on some threads only; those that read on one thread anyway ignore
     * it.
     *
     * @param threads how many read at a time, at most, the calling one among them; positive
     */
    default Coverage read(Interest interest, Supplier<? extends SampleSink> sinks, int threads) {
        return read(interest, sinks);
    }

    /** How much there is to read, in bytes: by it, the reading of many sources is divided. 0 where it is not known. */
    default long bytes() {
        return 0;
    }

    /** Whether it is a recording, also one that is in a fold file. */
    default boolean isRecording() {
        return false;
    }

    /** Whether it has something to read; not so what is only said of the inputs, in notes of the coverage. */
    default boolean hasContent() {
        return true;
    }
}
