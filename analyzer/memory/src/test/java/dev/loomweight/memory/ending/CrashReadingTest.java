package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.crash.CrashText;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.memory.ending.CrashReading.Cause;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.sample.JvmTexts.Crash;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is blamed, by logs of JVMs that crashed of what is known, complete, without their lines on memory, and cut. */
class CrashReadingTest {

    private static final Path EXPECTED =
            Path.of(Objects.requireNonNull(CrashReadingTest.class.getResource("/crash/expected.tsv"))
                    .getPath());

    private static final Path FOLDER = Objects.requireNonNull(EXPECTED.getParent());

    private static final long SEED = 55;
    private static final int CUTS = 20;

    /** What a log has of memory. */
    private static final Pattern OF_MEMORY = Pattern.compile(
            "(?:Resident Set|Swapped out|C-Heap|Virtual Size|Memory: |Mem|rlimit|Heap address|Total number of mappings"
                    + "|/proc/sys/vm/max_map_count|Native Memory Tracking|[-(] | +\\(| *size_t).*");

    /** A log, and what is known of it. */
    record Expected(String log, Cause cause, String what, String caller, String thread, String own) {

        @Override
        public String toString() {
            return log;
        }
    }

    static Stream<Expected> logs() throws IOException {
        return Files.readAllLines(EXPECTED).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .map(part -> new Expected(part[0], Cause.valueOf(part[1]), part[2], part[3], part[4], part[5]));
    }

    @ParameterizedTest
    @MethodSource("logs")
    void whoDidIt(Expected expected) {
        CrashReading read = Objects.requireNonNull(read(lines(expected)));

        assertThat(described(expected, read)).isEqualTo(expected);
    }

    private static Expected described(Expected expected, CrashReading read) {
        Crash.Where where = read.crash().where();
        return new Expected(
                expected.log,
                read.cause(),
                read.refused().isKnown() ? Long.toString(read.refused().known()) : text(read.frame()),
                text(read.caller()),
                where.thread(),
                where.javaFrame());
    }

    private static String text(@Nullable NativeFrame frame) {
        return frame == null ? "" : frame.text();
    }

    /** Of a crash that memory did not cause, nothing changes without its figures; of others, what happened and where. */
    @ParameterizedTest
    @MethodSource("logs")
    void withoutItsLinesOnMemory(Expected expected) {
        CrashReading read = Objects.requireNonNull(read(lines(expected).stream()
                .filter(line -> !OF_MEMORY.matcher(line).matches())
                .toList()));

        Expected found = described(expected, read);
        assertThat(read.cause()).isIn(expected.cause, Cause.MEMORY);
        assertThat(found).usingRecursiveComparison().ignoringFields("cause").isEqualTo(expected);
        assertThat(read.cause() == expected.cause || read.refused().isKnown()).isTrue();
    }

    /** What is left of the head is as in the complete log, whatever is cut off after it or out of it. */
    @ParameterizedTest
    @MethodSource("logs")
    void cut(Expected expected) {
        List<String> lines = lines(expected);
        Crash whole = Objects.requireNonNull(read(lines)).crash();
        int head = (int) lines.stream().takeWhile(line -> line.startsWith("#")).count();
        Random random = new Random(SEED + expected.log.hashCode());
        for (int cut = 0; cut < CUTS; cut++) {
            int from = head + random.nextInt(lines.size() - head);
            int to = cut % 2 == 0 ? lines.size() : from + random.nextInt(lines.size() - from);
            Crash left = Objects.requireNonNull(read(
                            Stream.concat(lines.subList(0, from).stream(), lines.subList(to, lines.size()).stream())
                                    .toList()))
                    .crash();

            assertThat(left)
                    .as("%s without the lines from %d to %d, seed %d", expected, from, to, SEED)
                    .usingRecursiveComparison()
                    .comparingOnlyFields("event", "error", "jdk", "where.frame")
                    .isEqualTo(whole);
            assertThat(List.of("", whole.where().thread()))
                    .contains(left.where().thread());
            if (to == lines.size()) {
                List<String> frames = left.where().nativeFrames();
                assertThat(frames).isEqualTo(whole.where().nativeFrames().subList(0, frames.size()));
            }
            assertThat(whole.figures()).containsAllEntriesOf(left.figures());
        }
    }

    /** The thread alone, as people paste it: it has the frame, and the signal where its line is there. */
    @ParameterizedTest
    @MethodSource("logs")
    void withoutItsHead(Expected expected) {
        List<String> lines = lines(expected);
        CrashReading whole = Objects.requireNonNull(read(lines));
        CrashReading left = Objects.requireNonNull(
                read(lines.stream().dropWhile(line -> line.startsWith("#")).toList()));

        // Without names of functions, nothing shows that the innermost are of the report on a refusal.
        assertThat(left.crash().where())
                .usingRecursiveComparison()
                .ignoringFields(whole.refused().isKnown() ? new String[] {"frame"} : new String[0])
                .isEqualTo(whole.crash().where());
        if (!whole.refused().isKnown()) {
            assertThat(left.cause()).isEqualTo(expected.cause == Cause.FILE ? left.cause() : expected.cause);
            assertThat(whole.crash().event()).startsWith(left.crash().event() + " (");
        }
    }

    /** Near the limit of mappings that is the reason, and else it is not; JDK 11 to 17 lists them without their number. */
    @ParameterizedTest
    @CsvSource({"65000, MAPPINGS", "62300, MAPPINGS", "62200, MEMORY", "10, MEMORY"})
    void mappings(int number, Cause cause) {
        String counted = "Total number of mappings: " + number;
        String listed = IntStream.range(0, number)
                .mapToObj(i -> "7f00%08x-7f00%08x rw-p 00000000 00:00 0 ".formatted(2 * i, 2 * i + 1))
                .collect(Collectors.joining("\n"));
        String most = "/proc/sys/vm/max_map_count (maximum number of memory map areas a process may have):";
        for (String limit : List.of(most + " 65530", most + "\n65530")) {
            for (String mappings : List.of(counted, listed)) {
                assertThat(refused(mappings + "\n\n" + limit).cause()).isEqualTo(cause);
            }
        }
        assertThat(refused(counted).cause()).isEqualTo(Cause.MEMORY);
    }

    /** By the address or the size of what was refused, and by who asked for it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAP   | Command Line: -Xms256m Shop",
                "HEAP   | jvm_args: -Xmx255m",
                "MEMORY | jvm_args: -Xmx260m",
                "MEMORY | jvm_args: -Xmx240m",
                "HEAP   | size_t InitialHeapSize = 268435456  {product}",
                "HEAP   | Native frames: (V=VM code)\\nV  [libjvm.so+0x1]  G1PageBasedVirtualSpace::commit(unsigned long)+0x1",
                "MEMORY | Native frames: (V=VM code)\\nV  [libjvm.so+0x1]  metaspace::VirtualSpaceNode::commit_range(long)+0x1"
            })
    void heap(Cause cause, String line) {
        assertThat(refused(line.replace("\\n", "\n")).cause()).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource({"00000000d8200000, HEAP", "00000000cfffffff, MEMORY", "00000000e0000000, MEMORY"})
    void addressInTheHeap(String address, Cause cause) {
        assertThat(reading("OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x" + address
                                + ", 268435456, 0) failed; error='Cannot allocate memory' (errno=12)\n" + REFUSAL
                                + "Heap address: 0x00000000d0000000, size: 256 MB, Compressed Oops mode: 32-bit\n")
                        .cause())
                .isEqualTo(cause);
    }

    private static final String REFUSAL = """
            # There is insufficient memory for the Java Runtime Environment to continue.
            # Native memory allocation (mmap) failed to map 268435456 bytes for committing reserved memory.
            # An error report file with more information is saved as:
            """;

    private static CrashReading refused(String lines) {
        return reading(REFUSAL + "---------------  P R O C E S S  ---------------\n" + lines + "\n");
    }

    private static CrashReading reading(String text) {
        return Objects.requireNonNull(read(text.lines().toList()));
    }

    private static @Nullable CrashReading read(List<String> lines) {
        return CrashText.read(new LineCursor(new StringReader(String.join("\n", lines)), "hs_err.log"))
                .samples()
                .stream()
                .filter(Crash.class::isInstance)
                .map(Crash.class::cast)
                .map(crash -> CrashReading.of(crash, new Snapshot().nmtOrNone()))
                .findFirst()
                .orElse(null);
    }

    private static List<String> lines(Expected expected) {
        try {
            return Files.readAllLines(FOLDER.resolve(expected.log + ".log"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
