package dev.loomweight.program;

import dev.loomweight.capture.Cue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sample to run under capture.
 *
 * @param sample its name, such as {@code sleepers}
 * @param jvm the JVM to start
 * @param threads the threads that it starts
 * @param known further keys of {@code capture.json} whose values are known before the target is up
 * @param jsonThreads whether threads are dumped as JSON, which says more than text on newer JDKs
 * @param settle how long to wait before each snapshot, once the sample says that it is ready for it
 * @param limit how long it may take to come up, and again to do its work; a sample that takes longer has failed and is
 *     stopped
 * @param folder the capture to make
 */
public record SampleRequest(
        String sample,
        Jvm jvm,
        Threads threads,
        Map<String, ?> known,
        boolean jsonThreads,
        Duration settle,
        Duration limit,
        Path folder) {

    /** Practically none. */
    public static final Duration NO_LIMIT = Duration.ofDays(365);

    public SampleRequest {
        known = Map.copyOf(known);
    }

    /**
     * A JVM to start.
     *
     * @param java the {@code java} of its JDK
     * @param options its options, in addition to those of the capture
     * @param classPath where the main class and {@link Cue} are
     * @param mainClass its main class
     * @param arguments the arguments of the main method
     */
    public record Jvm(Path java, List<String> options, List<Path> classPath, String mainClass, List<String> arguments) {

        public Jvm {
            options = List.copyOf(options);
            classPath = List.copyOf(classPath);
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * The threads of a sample.
     *
     * @param kind {@code platform} or {@code virtual}, or null for a sample that is not about threads
     * @param count how many it is asked to start, 0 for a sample that is not about threads
     * @param depth how many frames each has below its sleep, 0 or more
     */
    public record Threads(@Nullable String kind, long count, int depth) {

        /** Of a sample that is not about threads. */
        public static final Threads NONE = new Threads(null, 0, 0);
    }
}
