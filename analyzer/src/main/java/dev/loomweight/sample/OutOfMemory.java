package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One {@code java.lang.OutOfMemoryError}, or what led to it.
 *
 * @param kind of what there was too little
 * @param time when, or null if that is not known
 * @param boundBytes the bound that was reached, in bytes, or -1 if it is not known
 * @param usedBytes how much of it was in use, in bytes, or -1
 * @param thread the thread that it ended, or that could not be started; empty if that is not known
 * @param source where it is from
 */
public record OutOfMemory(
        Kind kind, @Nullable Instant time, long boundBytes, long usedBytes, String thread, Source source) {

    /** Of what there was too little, in the JVM's words. */
    public enum Kind {
        HEAP("Java heap space"),
        GC_OVERHEAD("GC overhead limit exceeded"),
        ARRAY("Requested array size exceeds VM limit"),
        METASPACE("Metaspace"),
        CLASS_SPACE("Compressed class space"),
        DIRECT("direct buffer memory"),
        THREAD("unable to create native thread"),
        /** Of which nothing but the error is known. */
        OTHER("");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The JVM's message, or the part of it that does not vary; empty for {@link #OTHER}. */
        public String words() {
            return words;
        }

        /** The kind that an error's message names. */
        public static Kind of(String message) {
            for (Kind kind : values()) {
                if (kind != OTHER
                        && message.toLowerCase(java.util.Locale.ROOT)
                                .contains(kind.words.toLowerCase(java.util.Locale.ROOT))) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    /** Where it is from, and so how certain it is. */
    public enum Source {
        /** The JVM's log names the allocation that failed. */
        LOG,
        /** The heap's last collections freed next to nothing, one directly after the other. */
        COLLECTIONS,
        /** The target printed that the error went through its thread or ended the JVM. */
        PRINTED_END,
        /** The target printed the error. */
        PRINTED
    }

    /** Whether the error itself was seen, and not only what leads to it. */
    public boolean isSeen() {
        return source != Source.COLLECTIONS;
    }
}
