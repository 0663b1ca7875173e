package dev.loomweight.launch.program;

import dev.loomweight.capture.DataException;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.SampleRequest;
import dev.loomweight.launch.SampleRun;
import dev.loomweight.launch.TargetJdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs a sample whose memory lies where people do not look for it, and keeps what was captured. */
public final class RunMemorySample {

    private static final String PACKAGE = "dev.loomweight.samples.memory.";

    /** The samples by their names, with their main classes. */
    private static final Map<String, String> SAMPLES = new TreeMap<>(Map.of(
            "direct-buffers", "DirectBuffers",
            "freed-malloc", "FreedMalloc",
            "mapped-file", "MappedFile"));

    private RunMemorySample() {}

    /** The names of the samples, in the order of the alphabet. */
    public static List<String> names() {
        return List.copyOf(SAMPLES.keySet());
    }

    /**
     * Runs one.
     *
     * @param name one of {@link #names}
     * @param jdk a JDK's home, or null for the one that runs this program
     * @param settle how long to wait before each snapshot
     * @param folder the capture to make; must not exist or be empty
     * @param progress is told of every step
     * @throws DataException if it cannot be started or measured
     * @throws InterruptedException if the user interrupts; what was captured stays
     */
    public static void run(String name, @Nullable Path jdk, Duration settle, Path folder, Progress progress)
            throws InterruptedException {
        String main = SAMPLES.get(name);
        if (main == null) {
            throw new DataException("there is no sample " + name + "; there are " + String.join(", ", names()));
        }
        TargetJdk target = TargetJdk.at(jdk);
        SampleRun.run(
                new SampleRequest(
                        name,
                        null,
                        PACKAGE + main,
                        SamplesJar.classPath(),
                        List.of(),
                        target.java(),
                        // A small heap, resident from the start, so that nothing but what the sample makes moves.
                        List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=256m"),
                        settle,
                        0,
                        0,
                        folder),
                progress);
    }
}
