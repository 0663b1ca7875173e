package dev.loomweight.bench.dumps;

import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long it takes to find out what a file is and to read its 100,000 threads, in the JSON of JDK 25: 147 MB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DumpReadBenchmark {

    private static final int THREADS = 100_000;
    private static final int DEEPEST = 24;

    private Path file = Path.of("");

    /** Writes the dump as the JDK does, each thread with its name and a stack of 5 to 24 frames. */
    @Setup
    public void write() throws IOException {
        file = Files.createTempFile("threads", ".json");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("""
                    {
                      "threadDump": {
                        "processId": "1",
                        "time": "2026-11-22T08:46:10.986Z",
                        "runtimeVersion": "25.0.3+9-LTS",
                        "threadContainers": [
                          {
                            "container": "<root>",
                            "parent": null,
                            "owner": null,
                            "threads": [
                    """);
            for (int i = 0; i < THREADS; i++) {
                out.write(thread(i));
            }
            out.write("        ],\n        \"threadCount\": \"100000\"\n      }\n    ]\n  }\n}\n");
        }
    }

    private static String thread(int number) {
        StringBuilder text = new StringBuilder("          {\n            \"tid\": \"" + (number + 30)
                + "\",\n            \"time\": \"2026-11-22T08:46:11.000466466Z\",\n            \"virtual\": true,\n"
                + "            \"name\": \"request-" + number + "\",\n            \"state\": \"WAITING\",\n"
                + "            \"parkBlocker\": {\n              \"object\":"
                + " \"java.util.concurrent.locks.ReentrantLock$NonfairSync@"
                + Integer.toHexString(number % 50 + 0x27744d5f) + "\"\n            },\n            \"stack\": [\n");
        for (int i = 0; i < 5 + number % (DEEPEST - 4); i++) {
            text.append("              \"java.base\\/java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire"
                    + "(AbstractQueuedSynchronizer.java:" + (700 + i) + ")\",\n");
        }
        return text.append("              \"java.base\\/java.lang.VirtualThread.run(VirtualThread.java:460)\"\n"
                        + "            ]\n          }" + (number == THREADS - 1 ? "\n" : ",\n"))
                .toString();
    }

    /** Removes it. */
    @TearDown
    public void remove() throws IOException {
        Files.delete(file);
    }

    /** Each thread on its own. */
    @Benchmark
    public List<Sample> oneByOne() {
        return read(Interest.in(DumpedThreads.class));
    }

    /** Equal stacks together. */
    @Benchmark
    public List<Sample> together() {
        return read(Interest.in(ThreadDump.class));
    }

    private List<Sample> read(Interest interest) {
        List<Sample> samples = new ArrayList<>();
        new TextSource(file, new Origin("", null, file.toString(), Instrument.THREAD_DUMP))
                .read(interest, () -> (origin, sample) -> samples.add(sample));
        return samples;
    }
}
