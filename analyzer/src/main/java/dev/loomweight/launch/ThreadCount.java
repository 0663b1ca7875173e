package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the virtual threads of a JVM, from a dump of all threads, which takes longer the more threads there are. */
public final class ThreadCount {

    private ThreadCount() {}

    /**
     * Counts them.
     *
     * @throws DataException if the JVM cannot write the dump
     */
    public static long count(Attached jvm) {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.path().resolve("threads.txt");
            String answer = jvm.run("Thread.dump_to_file \"" + file + "\"");
            if (!Files.exists(file)) {
                throw new DataException("cannot count the threads of process " + jvm.pid() + ": " + answer.strip());
            }
            AtomicLong threads = new AtomicLong();
            new TextSource(file, new Origin("", null, file.toString(), Instrument.THREAD_DUMP))
                    .read(Interest.in(ThreadDump.class), () -> (origin, sample) -> threads.addAndGet(count(sample)));
            return threads.get();
        } catch (IOException e) {
            throw new DataException("cannot make a temporary folder: " + e.getMessage(), e);
        }
    }

    private static long count(Sample sample) {
        return sample instanceof ThreadDump dump
                ? dump.stacks().stream()
                        .filter(ThreadDump.Stack::virtual)
                        .mapToLong(ThreadDump.Stack::count)
                        .sum()
                : 0;
    }
}
