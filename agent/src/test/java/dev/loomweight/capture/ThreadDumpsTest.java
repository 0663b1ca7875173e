package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DumpRequest.Print;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of thread dumps, without a JVM that makes them. */
class ThreadDumpsTest {

    @TempDir
    private Path folder;

    private static long safepointNanos = 1_000_000;

    /** Answers as a JVM does; each dump stops it for 3 ms. */
    private static class Jvm implements DiagnosticCommands {
        private final List<String> asked = new ArrayList<>();

        @Override
        public String run(String line) {
            asked.add(line);
            return "Full thread dump of " + line;
        }

        @Override
        public void run(String line, Path file) {
            try {
                Files.writeString(file, run(line));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String runWriting(String line, Path file) throws IOException {
            asked.add(line);
            safepointNanos += 3_000_000;
            Files.writeString(file, "{\"threadDump\": {}}".repeat(1000));
            return "Created";
        }

        @Override
        public long pid() {
            return 4711;
        }
    }

    private ThreadDumps dumps(int most, long mostBytes) {
        return dumps(CaptureFolder.create(folder.resolve("a.lw")), most, mostBytes, 0);
    }

    private static ThreadDumps dumps(CaptureFolder capture, int most, long mostBytes, long minFreeBytes) {
        LongUnaryOperator stopped = pid -> safepointNanos;
        return new ThreadDumps(capture, System.nanoTime(), most, mostBytes, minFreeBytes, stopped);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("a.lw/dumps"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private List<String> index() throws IOException {
        return Files.readAllLines(folder.resolve("a.lw/dumps/dumps.csv"));
    }

    @Test
    void aDumpIsCompressedAndInTheIndex() throws IOException {
        Jvm jvm = new Jvm();
        ThreadDumps.Taken taken = dumps(10, 1 << 20).take(jvm, "periodic", Print.OWNED_LOCKS);

        assertThat(files()).containsExactly("000-0s-periodic.json.gz", "000-0s-periodic.txt.gz", "dumps.csv");
        assertThat(taken.pausedNanos()).isEqualTo(3_000_000);
        assertThat(taken.missing()).isNull();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(taken.file()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).startsWith("{\"threadDump\"");
        }
        assertThat(index()).hasSize(3).element(0).isEqualTo(ThreadDumps.COLUMNS);
        assertThat(index().get(1)).matches("000-0s-periodic\\.json\\.gz,20[-0-9T:.]+Z,\\d+,3000000");
        assertThat(index().get(2)).matches("000-0s-periodic\\.txt\\.gz,20[-0-9T:.]+Z,\\d+,0");
        assertThat(jvm.asked).contains("Thread.dump_to_file -format=json", "Thread.print -l");
    }

    /** {@code Thread.print} stops all threads: with sampled dumps it comes rarely, and does not count for their pace. */
    @Test
    void sampledDumpsHaveThePrintWithTheFirstAndNotWithTheNext() {
        Jvm jvm = new Jvm();
        RollingCapture capture = new RollingCapture(CaptureFolder.create(folder.resolve("a.lw")), 10, Map.of());
        DumpTaker taker =
                new DumpTaker(DumpRequest.looking(1), dumps(capture.folder(), 10, 1 << 20, 0), capture, remark -> {});
        while (jvm.asked.stream()
                        .filter(line -> line.startsWith("Thread.dump_to_file"))
                        .count()
                < 3) {
            taker.look(jvm);
            Thread.onSpinWait();
        }

        assertThat(jvm.asked)
                .containsExactly(
                        "Thread.dump_to_file -format=json",
                        "Thread.print -l",
                        "Thread.dump_to_file -format=json",
                        "Thread.dump_to_file -format=json");
    }

    @Test
    void theOldestGoWithAllTheirFiles() throws IOException {
        Jvm jvm = new Jvm();
        ThreadDumps dumps = dumps(2, 1 << 20);
        for (int i = 0; i < 5; i++) {
            dumps.take(jvm, "sampled", Print.OWNED_LOCKS);
        }

        assertThat(files())
                .containsExactly(
                        "003-0s-sampled.json.gz",
                        "003-0s-sampled.txt.gz",
                        "004-0s-sampled.json.gz",
                        "004-0s-sampled.txt.gz",
                        "dumps.csv");
        assertThat(index()).hasSize(5);
        assertThat(dumps.facts())
                .containsEntry("taken", 5)
                .containsEntry("files", 4)
                .containsEntry("pausedNanos", 15_000_000L);
    }

    @Test
    void theirBytesAreLimitedButForTheNewest() throws IOException {
        ThreadDumps dumps = dumps(100, 1);
        for (int i = 0; i < 3; i++) {
            dumps.take(new Jvm(), "sampled", Print.NONE);
        }

        assertThat(files()).containsExactly("002-0s-sampled.json.gz", "dumps.csv");
    }

    @Test
    void aJvmWithoutTheCommandPrintsItsThreads() throws IOException {
        Jvm old = new Jvm() {
            @Override
            public String runWriting(String line, Path file) {
                return "java.lang.IllegalArgumentException: Unknown diagnostic command";
            }
        };
        ThreadDumps.Taken taken = dumps(10, 1 << 20).take(old, "periodic", Print.NONE);

        assertThat(taken.file()).hasFileName("000-0s-periodic.txt.gz");
        assertThat(taken.missing()).isEqualTo("this JDK has no Thread.dump_to_file");
    }

    @Test
    void nothingIsLeftOfADumpThatIsNotAnswered() throws IOException {
        Jvm stuck = new Jvm() {
            @Override
            public String runWriting(String line, Path file) throws IOException {
                Files.writeString(file, "{");
                throw new Unanswered("process 4711 does not answer");
            }
        };
        ThreadDumps dumps = dumps(10, 1 << 20);

        assertThatThrownBy(() -> dumps.take(stuck, "periodic", Print.OWNED_LOCKS))
                .isInstanceOf(Unanswered.class);
        assertThat(files()).isEmpty();
        assertThat(dumps.hasAny()).isFalse();
    }

    @Test
    void noneIsTakenOnAFullDisk() throws IOException {
        ThreadDumps dumps = dumps(CaptureFolder.create(folder.resolve("a.lw")), 10, 1 << 20, Long.MAX_VALUE / 2);
        Jvm jvm = new Jvm();

        assertThat(dumps.take(jvm, "periodic", Print.OWNED_LOCKS).missing()).contains("is nearly full");
        assertThat(jvm.asked).isEmpty();
    }

    /** All threads stand still while the JVM looks for owned locks in its heap: once a capture. */
    @Test
    void ownedLocksAreAskedForOnce() {
        Jvm jvm = new Jvm();
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));
        RollingCapture rolling = new RollingCapture(capture, 2, Map.of());
        DumpTaker taker = new DumpTaker(
                DumpRequest.of(3, Duration.ofNanos(1)), dumps(capture, 10, 1 << 20, 0), rolling, line -> {});
        while (!taker.isOver()) {
            taker.look(jvm);
        }

        assertThat(jvm.asked.stream().filter(line -> line.startsWith("Thread.print")))
                .containsExactly("Thread.print -l", "Thread.print", "Thread.print");
    }

    @Test
    void theManifestSaysWhatTheyTook() throws IOException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));
        RollingCapture rolling = new RollingCapture(capture, 2, Map.of());
        List<String> remarks = new ArrayList<>();
        DumpTaker taker = new DumpTaker(
                DumpRequest.of(1, Duration.ofHours(1)), dumps(capture, 10, 1 << 20, 0), rolling, remarks::add);
        taker.look(new Jvm());
        taker.look(new Jvm());
        taker.save();

        assertThat(taker.isOver()).isTrue();
        assertThat(remarks).isEmpty();
        assertThat(Files.readString(capture.resolve(CaptureFolder.MANIFEST)))
                .contains("\"taken\": 1", "\"pausedNanos\": 3000000");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "3, false"})
    void fewerThanShowWhatDoesNotMoveAreSaid(int looks, boolean few) throws IOException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));
        RollingCapture rolling = new RollingCapture(capture, 2, Map.of());
        List<String> remarks = new ArrayList<>();
        DumpTaker taker = new DumpTaker(DumpRequest.looking(1), dumps(capture, 10, 1 << 20, 0), rolling, remarks::add);
        // The first has a print beside it.
        do {
            taker.look(new Jvm());
            Thread.onSpinWait();
        } while (index().size() < looks + 2);
        assertThat(taker.needsMore()).isEqualTo(few);
        taker.end();

        assertThat(remarks).hasSize(few ? 1 : 0).allMatch(line -> line.startsWith("only 1 of 3 thread dumps taken"));
        assertThat(Files.readString(capture.resolve(CaptureFolder.MANIFEST)).contains("only 1 of 3"))
                .isEqualTo(few);
    }

    @Test
    void oneThatNeverAnswersIsLeftAlone() {
        Jvm stuck = new Jvm() {
            @Override
            public String runWriting(String line, Path file) {
                throw new Unanswered("process 4711 does not answer");
            }
        };
        RollingCapture rolling = new RollingCapture(CaptureFolder.create(folder.resolve("a.lw")), 2, Map.of());
        List<String> remarks = new ArrayList<>();
        DumpTaker taker = new DumpTaker(
                DumpRequest.of(100, Duration.ofNanos(1)), rolling.dumps(10, 1 << 20, 0), rolling, remarks::add);
        while (!taker.isOver()) {
            taker.look(stuck);
        }

        assertThat(remarks).containsExactly("process 4711 does not answer");
    }
}
