package dev.loomweight.launch;

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
 * @param kind the kind of threads, {@code platform} or {@code virtual}, or null for a sample that is not of threads
 * @param mainClass its main class
 * @param classPath where that class and {@link Cue} are
 * @param arguments what its main method is given
 * @param java the {@code java} of the JDK that runs it
 * @param jvmOptions further options of that JVM
 * @param settle how long to wait before each snapshot, once the sample says that it is in its state
 * @param threads how many threads it is asked to start, 0 for a sample that is not of threads
 * @param depth how many frames each of them has below its sleep, 0 or more
 * @param folder the capture to make
 * @param jsonThreads whether threads are dumped as JSON, in which newer JDKs tell more than in text
 * @param known further keys of {@code capture.json} whose values are known before the target is up
 * @param limit how long it may take to be up, and again to do what it does; then it has failed and is stopped
 */
public record SampleRequest(
        String sample,
        @Nullable String kind,
        String mainClass,
        List<Path> classPath,
        List<String> arguments,
        Path java,
        List<String> jvmOptions,
        Duration settle,
        long threads,
        int depth,
        Path folder,
        boolean jsonThreads,
        Map<String, ?> known,
        Duration limit) {

    /** Longer than anybody waits. */
    public static final Duration NO_LIMIT = Duration.ofDays(365);

    public SampleRequest {
        classPath = List.copyOf(classPath);
        arguments = List.copyOf(arguments);
        jvmOptions = List.copyOf(jvmOptions);
        known = Map.copyOf(known);
    }

    /** A sample of which nothing more is known, and which may take as long as it wants. */
    public SampleRequest(
            String sample,
            @Nullable String kind,
            String mainClass,
            List<Path> classPath,
            List<String> arguments,
            Path java,
            List<String> jvmOptions,
            Duration settle,
            long threads,
            int depth,
            Path folder) {
        this(
                sample,
                kind,
                mainClass,
                classPath,
                arguments,
                java,
                jvmOptions,
                settle,
                threads,
                depth,
                folder,
                false,
                Map.of(),
                NO_LIMIT);
    }
}
