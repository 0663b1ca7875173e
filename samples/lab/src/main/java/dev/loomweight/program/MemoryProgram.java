package dev.loomweight.program;

import dev.loomweight.capture.DataException;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.program.SampleRequest.Jvm;
import dev.loomweight.program.SampleRequest.Threads;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A sample whose memory lies where people do not look for it. Its capture is the folder of the request itself.
 *
 * @param name one of {@link #names}
 */
public record MemoryProgram(String name) implements Programs {

    private static final String PACKAGE = "dev.loomweight.samples.memory.";

    /** The main classes of the samples by name. */
    private static final Map<String, String> SAMPLES = new TreeMap<>(Map.of(
            "direct-buffers", "DirectBuffers",
            "freed-malloc", "FreedMalloc",
            "mapped-file", "MappedFile"));

    /** The names of the samples, in alphabetical order. */
    public static List<String> names() {
        return List.copyOf(SAMPLES.keySet());
    }

    @Override
    public boolean isSeries() {
        return false;
    }

    @Override
    public List<Run> plan(RunRequest request, List<TargetJdk> jdks) {
        String main = SAMPLES.get(name);
        if (main == null) {
            throw new DataException("there is no sample " + name + "; there are " + String.join(", ", names()));
        }
        Jvm jvm = new Jvm(
                jdks.getFirst().java(),
                // A small heap, resident from the start, so that only the sample's own memory changes.
                List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=256m"),
                SamplesJar.classPath(),
                PACKAGE + main,
                List.of());
        return List.of(new Run(
                "",
                name,
                new SampleRequest(
                        name,
                        jvm,
                        Threads.NONE,
                        Map.of(),
                        false,
                        request.settle(),
                        SampleRequest.NO_LIMIT,
                        request.folder())));
    }
}
